//! Mutants of a file: which expressions of its syntax tree are changed, and how.

use crate::root;
use proc_macro2::Span;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A change of one expression.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub file: String,
    pub function: String,
    pub line: usize,
    pub operator: &'static str,
    /// The expression, in one line.
    pub text: String,
    pub start: usize,
    pub end: usize,
}

impl Mutant {
    /// What surrounds the expression when it has the number `id`.
    pub fn switch(&self, id: usize) -> (String, &'static str) {
        match self.operator {
            "sign" => (format!("crate::mutant::negated({id}, "), ")"),
            "factor" => (format!("crate::mutant::doubled({id}, "), ")"),
            _ => (format!("(crate::mutant::on({id}) ^ ("), "))"),
        }
    }
    /// How the list of equivalent mutants names it.
    pub fn name(&self) -> String {
        format!("{} | {} | {} | {}", self.file, self.function, self.operator, self.text)
    }
}

/// Every mutant of a file.
pub fn find(file: &str) -> Result<Vec<Mutant>, String> {
    let text = std::fs::read_to_string(root().join(file)).map_err(|e| format!("{file}: {e}"))?;
    let syntax = syn::parse_file(&text).map_err(|e| format!("{file}: {e}"))?;
    let mut finder =
        Finder { file, text: &text, function: String::new(), in_product: false, found: Vec::new() };
    finder.visit_file(&syntax);
    let mut seen = BTreeSet::new();
    finder.found.retain(|m| seen.insert((m.start, m.end)));
    Ok(finder.found)
}

struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    function: String,
    /// The expression is a factor: doubling it is the same as doubling the product.
    in_product: bool,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn add(&mut self, operator: &'static str, span: Span) {
        let range = span.byte_range();
        let text = self.text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.push(Mutant {
            file: self.file.to_owned(),
            function: self.function.clone(),
            line: span.start().line,
            operator,
            text,
            start: range.start,
            end: range.end,
        });
    }

    /// Negates the parts of what is asked.
    fn condition(&mut self, e: &syn::Expr) {
        match e {
            syn::Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.condition(&b.left);
                self.condition(&b.right);
            }
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Not(_)) => self.condition(&u.expr),
            syn::Expr::Paren(p) => self.condition(&p.expr),
            syn::Expr::Let(_) => {}
            _ => self.add("condition", e.span()),
        }
    }

    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, name);
        visit(self);
        self.function = outer;
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("test")
            || (a.path().is_ident("cfg")
                && a.meta.require_list().is_ok_and(|l| l.tokens.to_string() == "test"))
    })
}

/// A whole number: part of an index or a count.
fn is_whole(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Lit(l) if matches!(l.lit, syn::Lit::Int(_)))
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item_mod(&mut self, x: &'a syn::ItemMod) {
        if !is_test(&x.attrs) {
            visit::visit_item_mod(self, x);
        }
    }
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_type(&mut self, _: &'a syn::Type) {}
    fn visit_item_fn(&mut self, x: &'a syn::ItemFn) {
        if x.sig.constness.is_none() && !is_test(&x.attrs) {
            self.within(x.sig.ident.to_string(), |f| visit::visit_item_fn(f, x));
        }
    }
    fn visit_impl_item_fn(&mut self, x: &'a syn::ImplItemFn) {
        if x.sig.constness.is_none() {
            self.within(x.sig.ident.to_string(), |f| visit::visit_impl_item_fn(f, x));
        }
    }
    fn visit_expr_index(&mut self, x: &'a syn::ExprIndex) {
        self.visit_expr(&x.expr);
    }
    fn visit_expr_range(&mut self, _: &'a syn::ExprRange) {}
    fn visit_expr_repeat(&mut self, x: &'a syn::ExprRepeat) {
        self.visit_expr(&x.expr);
    }
    fn visit_expr_if(&mut self, x: &'a syn::ExprIf) {
        self.condition(&x.cond);
        visit::visit_expr_if(self, x);
    }
    fn visit_expr_while(&mut self, x: &'a syn::ExprWhile) {
        self.condition(&x.cond);
        visit::visit_expr_while(self, x);
    }
    fn visit_arm(&mut self, x: &'a syn::Arm) {
        if let Some((_, guard)) = &x.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, x);
    }
    fn visit_expr_unary(&mut self, x: &'a syn::ExprUnary) {
        if matches!(x.op, syn::UnOp::Neg(_)) && !is_whole(&x.expr) {
            self.add("sign", x.span());
        }
        visit::visit_expr_unary(self, x);
    }
    fn visit_expr_binary(&mut self, x: &'a syn::ExprBinary) {
        use syn::BinOp::*;
        let factors = matches!(x.op, Mul(_) | Div(_) | MulAssign(_) | DivAssign(_));
        if !is_whole(&x.right) && !is_whole(&x.left) {
            match x.op {
                Add(_) | Sub(_) | AddAssign(_) | SubAssign(_) => self.add("sign", x.right.span()),
                Mul(_) | Div(_) if !self.in_product => self.add("factor", x.span()),
                MulAssign(_) | DivAssign(_) => self.add("factor", x.right.span()),
                _ => {}
            }
        }
        match x.op {
            Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_) => self.add("condition", x.span()),
            And(_) | Or(_) => {
                self.condition(&x.left);
                self.condition(&x.right);
            }
            _ => {}
        }
        for side in [&x.left, &x.right] {
            // a sum in parentheses, a call or an index begins anew
            self.in_product = factors && matches!(**side, syn::Expr::Binary(_));
            self.visit_expr(side);
        }
        self.in_product = false;
    }
}
