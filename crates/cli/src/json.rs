//! Just enough JSON to write reports.

use std::fmt::Write;

/// A JSON value.
#[derive(Clone, Debug)]
pub enum Json {
    /// A number; what is not finite becomes null.
    Num(f64),
    /// A text.
    Str(String),
    /// True or false.
    Bool(bool),
    /// A list.
    List(Vec<Json>),
    /// Named values, in order.
    Object(Vec<(&'static str, Json)>),
    /// Nothing.
    Null,
}

impl Json {
    /// A text.
    pub fn str(s: impl Into<String>) -> Json {
        Json::Str(s.into())
    }
    /// A count.
    pub fn count(n: usize) -> Json {
        Json::Num(n as f64)
    }
    /// The text of the value.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Json::Num(x) if x.is_finite() => {
                let _ = write!(out, "{x}");
            }
            Json::Num(_) | Json::Null => out.push_str("null"),
            Json::Bool(b) => {
                let _ = write!(out, "{b}");
            }
            Json::Str(s) => quote(s, out),
            Json::List(v) => {
                out.push('[');
                for (i, x) in v.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    x.write(out);
                }
                out.push(']');
            }
            Json::Object(v) => {
                out.push('{');
                for (i, (k, x)) in v.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    quote(k, out);
                    out.push(':');
                    x.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn quote(s: &str, out: &mut String) {
    out.push('"');
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_refuses_nan() {
        let v = Json::Object(vec![
            ("a", Json::List(vec![Json::Num(1.5), Json::Num(f64::NAN)])),
            ("b", Json::str("x\"\n")),
        ]);
        assert_eq!(v.text(), r#"{"a":[1.5,null],"b":"x\"\n"}"#);
    }
}
