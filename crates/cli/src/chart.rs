//! Line charts as SVG inside one HTML page: reports that open anywhere.

use std::fmt::Write;

/// One line of a chart.
pub struct Line {
    /// Its name.
    pub name: String,
    /// Points (x, y); what is not finite is left out.
    pub points: Vec<(f64, f64)>,
}

/// A chart.
pub struct Chart {
    /// Title, with the unit.
    pub title: String,
    /// Logarithmic y axis.
    pub log: bool,
    /// Lines.
    pub lines: Vec<Line>,
}

const COLOURS: [&str; 8] =
    ["#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#17becf", "#8c564b", "#7f7f7f"];
const W: f64 = 860.0;
const H: f64 = 230.0;

/// A page with a table of facts and charts.
pub fn page(title: &str, facts: &[(String, String)], charts: &[Chart]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>\n\
         body {{ font: 14px/1.5 system-ui, sans-serif; max-width: 920px; margin: 24px auto; padding: 0 16px; color: #1c2733; }}\n\
         h1 {{ font-size: 20px; }} h2 {{ font-size: 15px; margin: 22px 0 4px; }} table {{ border-collapse: collapse; }}\n\
         td {{ padding: 2px 14px 2px 0; border-bottom: 1px solid #e5e9ee; font-variant-numeric: tabular-nums; }}\n\
         .legend span {{ margin-right: 16px; }} svg {{ width: 100%; height: auto; background: #fafbfc; border: 1px solid #e1e6ec; }}\n\
         </style></head><body>\n<h1>{0}</h1>\n<table>\n",
        escape(title)
    );
    for (name, value) in facts {
        let _ = writeln!(out, "<tr><td>{}</td><td>{}</td></tr>", escape(name), escape(value));
    }
    out.push_str("</table>\n");
    for c in charts {
        chart(&mut out, c);
    }
    out.push_str("</body></html>\n");
    out
}

fn escape(s: &str) -> String {
    s.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn chart(out: &mut String, c: &Chart) {
    let value = |y: f64| if c.log { y.max(1e-17).log10_portable() } else { y };
    let all = c.lines.iter().flat_map(|l| &l.points).filter(|(x, y)| x.is_finite() && y.is_finite());
    let mut range = [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];
    for (x, y) in all {
        range[0] = range[0].min(*x);
        range[1] = range[1].max(*x);
        range[2] = range[2].min(value(*y));
        range[3] = range[3].max(value(*y));
    }
    let _ = writeln!(out, "<h2>{}</h2>", escape(&c.title));
    if !range[0].is_finite() {
        out.push_str("<p>nothing to show</p>\n");
        return;
    }
    if range[3] - range[2] < 1e-12 {
        range[3] = range[2] + 1.0;
    }
    let width = (range[1] - range[0]).max(1e-12);
    let px = |x: f64| 60.0 + (x - range[0]) / width * (W - 72.0);
    let py = |y: f64| H - 24.0 - (value(y) - range[2]) / (range[3] - range[2]) * (H - 36.0);
    let _ = writeln!(out, "<svg viewBox=\"0 0 {W} {H}\" role=\"img\" aria-label=\"{}\">", escape(&c.title));
    for k in 0..=4 {
        let y = range[2] + (range[3] - range[2]) * f64::from(k) / 4.0;
        let at = H - 24.0 - f64::from(k) / 4.0 * (H - 36.0);
        let label = if c.log { format!("1e{y:.1}") } else { short(y) };
        let _ = writeln!(
            out,
            "<path d=\"M60 {at:.1}H{}\" stroke=\"#e1e6ec\"/><text x=\"54\" y=\"{:.1}\" font-size=\"10\" text-anchor=\"end\" fill=\"#667\">{label}</text>",
            W - 12.0,
            at + 3.0
        );
        let x = range[0] + width * f64::from(k) / 4.0;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" font-size=\"10\" text-anchor=\"middle\" fill=\"#667\">{}</text>",
            px(x),
            H - 8.0,
            short(x)
        );
    }
    for (l, colour) in c.lines.iter().zip(COLOURS.iter().cycle()) {
        let mut path = String::new();
        for (x, y) in l.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
            let _ = write!(path, "{}{:.1} {:.1}", if path.is_empty() { "M" } else { "L" }, px(*x), py(*y));
        }
        let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"/>");
    }
    out.push_str("</svg>\n<p class=\"legend\">");
    for (l, colour) in c.lines.iter().zip(COLOURS.iter().cycle()) {
        let _ = write!(out, "<span style=\"color:{colour}\">&#9632; {}</span>", escape(&l.name));
    }
    out.push_str("</p>\n");
}

fn short(x: f64) -> String {
    let a = x.abs();
    if a != 0.0 && !(1e-3..1e5).contains(&a) {
        format!("{x:.1e}")
    } else {
        format!("{:.4}", x).trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// At most this many points of a line.
pub const POINTS: usize = 2000;

trait Log10 {
    fn log10_portable(self) -> f64;
}

impl Log10 for f64 {
    /// log₁₀ from the binary exponent and a series: good to a pixel, and the same everywhere.
    fn log10_portable(self) -> f64 {
        let bits = self.to_bits();
        let e = ((bits >> 52) & 0x7ff) as i32 - 1023;
        let f = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
        // ln f by atanh: z = (f − 1)/(f + 1) ≤ 1/3
        let z = (f - 1.0) / (f + 1.0);
        let z2 = z * z;
        let ln = 2.0 * z * (1.0 + z2 * (1.0 / 3.0 + z2 * (0.2 + z2 * (1.0 / 7.0 + z2 / 9.0))));
        (f64::from(e) * std::f64::consts::LN_2 + ln) / std::f64::consts::LN_10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_good_to_a_pixel() {
        for (x, y) in [(1000.0, 3.0), (1e-12, -12.0), (1.0, 0.0), (2.0, std::f64::consts::LOG10_2)] {
            assert!((f64::log10_portable(x) - y).abs() < 1e-4, "{x}");
        }
    }

    #[test]
    fn names_are_escaped() {
        let c = Chart {
            title: "a<b".into(),
            log: true,
            lines: vec![Line { name: "<x>".into(), points: vec![(0.0, 1.0), (1.0, f64::NAN), (2.0, 1e-9)] }],
        };
        let p = page("t&t", &[("<k>".into(), "v".into())], &[c]);
        assert!(p.contains("a&lt;b") && p.contains("&lt;x&gt;") && !p.contains("<x>") && !p.contains("NaN"));
    }
}
