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
    /// Title.
    pub title: String,
    /// What the y axis shows, with the unit; the x axis is always the time.
    pub y: String,
    /// Logarithmic y axis.
    pub log: bool,
    /// Lines.
    pub lines: Vec<Line>,
}

const COLOURS: [&str; 8] =
    ["#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#17becf", "#8c564b", "#7f7f7f"];
/// Size of a chart, and the margins around its lines: left, right, top, bottom.
const W: f64 = 860.0;
const H: f64 = 250.0;
const MARGIN: [f64; 4] = [78.0, 30.0, 10.0, 40.0];
/// Ticks that an axis has at most.
const TICKS: f64 = 6.0;

/// A page with a table of facts and charts.
pub fn page(title: &str, facts: &[(String, String)], charts: &[Chart], replay: Option<&str>) -> String {
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
    if let Some(page) = replay {
        let _ = writeln!(
            out,
            "<h2>replay</h2>\n<iframe title=\"replay\" style=\"width:100%;height:520px;border:1px solid #e1e6ec\" srcdoc=\"{}\"></iframe>",
            escape(page)
        );
    }
    for c in charts {
        chart(&mut out, c);
    }
    out.push_str("</body></html>\n");
    out
}

fn escape(s: &str) -> String {
    s.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Round values that cover a range: multiples of 1, 2 or 5 times a power of ten.
#[derive(Debug, PartialEq)]
struct Ticks {
    step: f64,
    first: i64,
    last: i64,
}

impl Ticks {
    /// Over [lo, hi]; `inside`: none beyond it.
    fn over(lo: f64, hi: f64, inside: bool) -> Ticks {
        let rough = (hi - lo).max(f64::MIN_POSITIVE) / TICKS;
        let power = power_of_ten(rough.log10_portable().floor() as i32);
        let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|s| *s >= rough * (1.0 - 1e-9));
        Ticks::with(step.unwrap_or(10.0 * power), lo, hi, inside)
    }

    /// Whole powers of ten over a range of exponents.
    fn decades(lo: f64, hi: f64) -> Ticks {
        Ticks::with(((hi - lo) / TICKS).ceil().max(1.0), lo, hi, false)
    }

    fn with(step: f64, lo: f64, hi: f64, inside: bool) -> Ticks {
        let (a, b) = (lo / step, hi / step);
        // a value that is a tick but for rounding is one
        let (first, last) = if inside {
            ((a - 1e-6).ceil(), (b + 1e-6).floor())
        } else {
            ((a + 1e-6).floor(), (b - 1e-6).ceil())
        };
        Ticks { step, first: first as i64, last: last as i64 }
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        let step = self.step;
        (self.first..=self.last).map(move |k| k as f64 * step)
    }

    /// A tick in as many digits as tell it from its neighbours.
    fn label(&self, x: f64) -> String {
        let largest = self.step * self.first.abs().max(self.last.abs()) as f64;
        if !(1e-3..1e6).contains(&largest) {
            let digits = (largest.log10_portable().floor() - self.step.log10_portable().floor()).max(0.0);
            return if x == 0.0 { "0".into() } else { format!("{x:.*e}", digits as usize) };
        }
        let digits = (-(self.step * 1.0001).log10_portable().floor()).max(0.0);
        format!("{x:.*}", digits as usize)
    }
}

fn power_of_ten(k: i32) -> f64 {
    // parsing rounds once; a product would round k times
    format!("1e{k}").parse().unwrap_or(1.0)
}

fn chart(out: &mut String, c: &Chart) {
    let value = |y: f64| if c.log { y.max(1e-17).log10_portable() } else { y };
    let all = c.lines.iter().flat_map(|l| &l.points).filter(|(x, y)| x.is_finite() && y.is_finite());
    let [mut x0, mut x1, mut y0, mut y1] =
        [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];
    for (x, y) in all {
        (x0, x1) = (x0.min(*x), x1.max(*x));
        (y0, y1) = (y0.min(value(*y)), y1.max(value(*y)));
    }
    let _ = writeln!(out, "<h2>{}</h2>", escape(&c.title));
    if !x0.is_finite() {
        out.push_str("<p>nothing to show</p>\n");
        return;
    }
    if y1 - y0 < 1e-9 * y0.abs().max(1e-12) {
        // a line that is flat but for rounding lies in the middle
        let half = (0.1 * y0.abs()).max(if c.log || y0 == 0.0 { 1.0 } else { 0.0 });
        (y0, y1) = (y0 - half, y1 + half);
    }
    let (xs, ys) =
        (Ticks::over(x0, x1, true), if c.log { Ticks::decades(y0, y1) } else { Ticks::over(y0, y1, false) });
    // lines begin and end on ticks
    (y0, y1) = (ys.first as f64 * ys.step, ys.last as f64 * ys.step);
    let [left, right, top, bottom] = MARGIN;
    let px = |x: f64| left + (x - x0) / (x1 - x0).max(1e-12) * (W - left - right);
    let py = |y: f64| H - bottom - (y - y0) / (y1 - y0) * (H - top - bottom);
    let _ = writeln!(
        out,
        "<svg viewBox=\"0 0 {W} {H}\" role=\"img\" aria-label=\"{}\" font-size=\"10\" fill=\"#667\">",
        escape(&c.title)
    );
    for y in ys.values() {
        let label = if c.log { format!("1e{y}") } else { ys.label(y) };
        let _ = writeln!(
            out,
            "<path d=\"M{left} {at:.1}H{}\" stroke=\"#e1e6ec\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            W - right,
            left - 6.0,
            py(y) + 3.0,
            at = py(y)
        );
    }
    for x in xs.values() {
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} {}v4\" stroke=\"#99a\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            H - bottom,
            H - bottom + 15.0,
            xs.label(x),
            at = px(x)
        );
    }
    let (across, along) = (left + (W - left - right) / 2.0, top + (H - top - bottom) / 2.0);
    let _ = writeln!(
        out,
        "<text x=\"{across}\" y=\"{}\" text-anchor=\"middle\">time [s]</text>\
         <text transform=\"translate(14 {along}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        H - 8.0,
        escape(&c.y)
    );
    for (l, colour) in c.lines.iter().zip(COLOURS.iter().cycle()) {
        let mut path = String::new();
        for (x, y) in l.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
            let start = if path.is_empty() { "M" } else { "L" };
            let _ = write!(path, "{start}{:.1} {:.1}", px(*x), py(value(*y)));
        }
        let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"/>");
    }
    out.push_str("</svg>\n<p class=\"legend\">");
    for (l, colour) in c.lines.iter().zip(COLOURS.iter().cycle()) {
        let _ = write!(out, "<span style=\"color:{colour}\">&#9632; {}</span>", escape(&l.name));
    }
    out.push_str("</p>\n");
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
    fn ticks_are_round_and_few() {
        let labels = |lo, hi, inside| {
            let t = Ticks::over(lo, hi, inside);
            t.values().map(|x| t.label(x)).collect::<Vec<_>>()
        };
        assert_eq!(labels(0.002, 5.0, true), ["1", "2", "3", "4", "5"]);
        assert_eq!(labels(306.1029, 306.9, false), ["306.0", "306.2", "306.4", "306.6", "306.8", "307.0"]);
        assert_eq!(labels(-0.3, 0.2, false), ["-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2"]);
        assert_eq!(labels(0.0, 3e7, false), ["0", "5.0e6", "1.0e7", "1.5e7", "2.0e7", "2.5e7", "3.0e7"]);
        for scale in [1e-9, 0.37, 1.0, 12.7, 4e8] {
            let t = Ticks::over(-0.2 * scale, scale, false);
            let n = t.values().count();
            assert!((3..=9).contains(&n), "{n} for {scale}");
            let all: std::collections::BTreeSet<String> = t.values().map(|x| t.label(x)).collect();
            assert_eq!(all.len(), n, "{all:?}");
        }
        let d = Ticks::decades(-12.3, 0.1);
        assert_eq!(d, Ticks { step: 3.0, first: -5, last: 1 });
    }

    #[test]
    fn labels_stay_inside_the_picture() {
        let points = (0..=100).map(|k| (f64::from(k) * 0.05, -306.1029 - f64::from(k))).collect();
        let c = Chart {
            title: "t".into(),
            y: "energy [J]".into(),
            log: false,
            lines: vec![Line { name: "e".into(), points }],
        };
        let p = page("t", &[], &[c], None);
        assert!(p.contains("time [s]") && p.contains("energy [J]"));
        // six pixels a letter; middle anchors reach half of it to the right
        for t in p.split("<text x=\"").skip(1) {
            let x: f64 = t.split('"').next().and_then(|x| x.parse().ok()).expect("a place");
            let text = t.split('>').nth(1).and_then(|t| t.split('<').next()).expect("a label");
            let w = 6.0 * text.chars().count() as f64;
            let (from, to) = if t.contains("\"end\"") { (x - w, x) } else { (x - w / 2.0, x + w / 2.0) };
            assert!(from >= 0.0 && to <= W, "'{text}' from {from} to {to}");
        }
    }

    #[test]
    fn names_are_escaped() {
        let c = Chart {
            title: "a<b".into(),
            y: "<unit>".into(),
            log: true,
            lines: vec![Line { name: "<x>".into(), points: vec![(0.0, 1.0), (1.0, f64::NAN), (2.0, 1e-9)] }],
        };
        let p = page("t&t", &[("<k>".into(), "v".into())], &[c], None);
        assert!(p.contains("a&lt;b") && p.contains("&lt;x&gt;") && !p.contains("<x>") && !p.contains("NaN"));
    }
}
