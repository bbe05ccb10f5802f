//! JSON, read and written: what the page and the server say to each other besides frames.

use std::fmt::Write;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number; what is not finite is written as null.
    Num(f64),
    /// A text.
    Str(String),
    /// A list.
    List(Vec<Json>),
    /// Named values, in order.
    Object(Vec<(String, Json)>),
}

/// Values nested deeper than this are refused.
const MAX_DEPTH: usize = 32;

impl Json {
    /// A text.
    pub fn str(s: impl Into<String>) -> Json {
        Json::Str(s.into())
    }
    /// A count.
    pub fn count(n: usize) -> Json {
        Json::Num(n as f64)
    }
    /// A list of numbers.
    pub fn nums<T: Copy + Into<f64>>(v: &[T]) -> Json {
        Json::List(v.iter().map(|x| Json::Num((*x).into())).collect())
    }
    /// A list of texts.
    pub fn strs<S: AsRef<str>>(v: &[S]) -> Json {
        Json::List(v.iter().map(|x| Json::str(x.as_ref())).collect())
    }
    /// Named values.
    pub fn object<'a>(v: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
        Json::Object(v.into_iter().map(|(k, x)| (k.to_owned(), x)).collect())
    }
    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(v) => v.iter().find(|(k, _)| k == name).map(|(_, x)| x),
            _ => None,
        }
    }
    /// The number, if it is one.
    pub fn num(&self) -> Option<f64> {
        if let Json::Num(x) = self { Some(*x) } else { None }
    }
    /// The text, if it is one.
    pub fn text_of(&self) -> Option<&str> {
        if let Json::Str(s) = self { Some(s) } else { None }
    }
    /// The list, if it is one.
    pub fn list(&self) -> Option<&[Json]> {
        if let Json::List(v) = self { Some(v) } else { None }
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

    /// Reads one value.
    ///
    /// # Errors
    /// If the text is not JSON, or is nested too deeply.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut p = Parser { rest: text.trim_start(), all: text.len() };
        let v = p.value(0)?;
        if p.rest.trim_start().is_empty() { Ok(v) } else { Err(p.error("more after the value")) }
    }
}

fn quote(s: &str, out: &mut String) {
    out.push('"');
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // so that the text may stand inside a <script>
            '<' => out.push_str("\\u003c"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

struct Parser<'a> {
    rest: &'a str,
    all: usize,
}

impl Parser<'_> {
    fn error(&self, what: &str) -> String {
        format!("not JSON at byte {}: {what}", self.all - self.rest.len())
    }
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
    }
    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(r) => {
                self.rest = r;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        self.skip();
        match self.rest.as_bytes().first() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Json::Str(self.string()?)),
            Some(b't') if self.eat("true") => Ok(Json::Bool(true)),
            Some(b'f') if self.eat("false") => Ok(Json::Bool(false)),
            Some(b'n') if self.eat("null") => Ok(Json::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.error("a value is missing")),
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let end = self
            .rest
            .find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'))
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let x = digits.parse::<f64>().map_err(|_| self.error("not a number"))?;
        self.rest = rest;
        Ok(Json::Num(x))
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        self.eat("[");
        let mut out = Vec::new();
        if self.eat("]") {
            return Ok(Json::List(out));
        }
        loop {
            out.push(self.value(depth + 1)?);
            if self.eat("]") {
                return Ok(Json::List(out));
            }
            if !self.eat(",") {
                return Err(self.error("',' or ']' is missing"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.eat("{");
        let mut out = Vec::new();
        if self.eat("}") {
            return Ok(Json::Object(out));
        }
        loop {
            self.skip();
            let key = self.string()?;
            if !self.eat(":") {
                return Err(self.error("':' is missing"));
            }
            out.push((key, self.value(depth + 1)?));
            if self.eat("}") {
                return Ok(Json::Object(out));
            }
            if !self.eat(",") {
                return Err(self.error("',' or '}' is missing"));
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        if !self.eat("\"") {
            return Err(self.error("a text is missing"));
        }
        let mut out = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[i + 1..];
                    return Ok(out);
                }
                '\\' => match chars.next().map(|(_, c)| c) {
                    Some('n') => out.push('\n'),
                    Some('t') => out.push('\t'),
                    Some('r') => out.push('\r'),
                    Some('b') => out.push('\u{8}'),
                    Some('f') => out.push('\u{c}'),
                    Some('u') => {
                        let code: String = (0..4).filter_map(|_| chars.next().map(|(_, c)| c)).collect();
                        let n = u32::from_str_radix(&code, 16).map_err(|_| self.error("a bad \\u escape"))?;
                        out.push(char::from_u32(n).unwrap_or('\u{fffd}'));
                    }
                    Some(c @ ('"' | '\\' | '/')) => out.push(c),
                    _ => return Err(self.error("a bad escape")),
                },
                c => out.push(c),
            }
        }
        Err(self.error("a text does not end"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let v = Json::object([
            ("a", Json::List(vec![Json::Num(1.5), Json::Null, Json::Bool(true)])),
            ("b", Json::str("x\"\n</script>\\")),
        ]);
        assert!(!v.text().contains("</"));
        assert_eq!(Json::parse(&v.text()), Ok(v));
        assert_eq!(Json::Num(f64::NAN).text(), "null");
    }

    #[test]
    fn garbage_is_refused() {
        for bad in ["", "{", "[1,", "{\"a\" 1}", "\"x", "nul", "1 2", "\"\\u12\"", "-", "{1:2}"] {
            assert!(Json::parse(bad).is_err(), "{bad}");
        }
        assert!(Json::parse(&"[".repeat(100_000)).is_err());
    }
}
