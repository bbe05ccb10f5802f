//! `mju_` helpers: vectors and matrices of any size, sparse matrices, Cholesky factors.
#![allow(non_snake_case)]

use crate::args::{In, InMat, InVec, Out, OutMat, OutVec, check, same};
use pyo3::prelude::*;
use stiction_geometry::asset::{EigTolerance, eig3};
use stiction_spatial::{MIN_VAL, Mat3};

/// Applies `f` to the numbers of one or two inputs, element by element.
fn zip(a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect()
}
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Sets all numbers to zero.
#[pyfunction]
fn mju_zero(mut res: OutVec<'_>) {
    res.set(&vec![0.0; res.len()]);
}
/// Sets all numbers to `val`.
#[pyfunction]
fn mju_fill(mut res: OutVec<'_>, val: f64) {
    res.set(&vec![val; res.len()]);
}
/// res = vec
#[pyfunction]
fn mju_copy(mut res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "data")?;
    res.set(&vec.0);
    Ok(())
}
/// Sum of all numbers.
#[pyfunction]
fn mju_sum(vec: InVec) -> f64 {
    vec.0.iter().sum()
}
/// Sum of absolute values.
#[pyfunction]
fn mju_L1(vec: InVec) -> f64 {
    vec.0.iter().map(|x| x.abs()).sum()
}
/// res = vec · scl
#[pyfunction]
fn mju_scl(mut res: OutVec<'_>, vec: InVec, scl: f64) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&zip(&vec.0, &vec.0, |x, _| x * scl));
    Ok(())
}

fn two(res: &OutVec<'_>, vec1: &InVec, vec2: &InVec) -> PyResult<()> {
    same(res.len(), vec1.0.len(), "res", "vec1")?;
    same(res.len(), vec2.0.len(), "res", "vec2")
}

/// res = vec1 + vec2
#[pyfunction]
fn mju_add(mut res: OutVec<'_>, vec1: InVec, vec2: InVec) -> PyResult<()> {
    two(&res, &vec1, &vec2)?;
    res.set(&zip(&vec1.0, &vec2.0, |x, y| x + y));
    Ok(())
}
/// res = vec1 − vec2
#[pyfunction]
fn mju_sub(mut res: OutVec<'_>, vec1: InVec, vec2: InVec) -> PyResult<()> {
    two(&res, &vec1, &vec2)?;
    res.set(&zip(&vec1.0, &vec2.0, |x, y| x - y));
    Ok(())
}
/// res = vec1 + vec2 · scl
#[pyfunction]
fn mju_addScl(mut res: OutVec<'_>, vec1: InVec, vec2: InVec, scl: f64) -> PyResult<()> {
    two(&res, &vec1, &vec2)?;
    res.set(&zip(&vec1.0, &vec2.0, |x, y| x + y * scl));
    Ok(())
}
/// res += vec
#[pyfunction]
fn mju_addTo(mut res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&zip(&res.get(), &vec.0, |x, y| x + y));
    Ok(())
}
/// res −= vec
#[pyfunction]
fn mju_subFrom(mut res: OutVec<'_>, vec: InVec) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&zip(&res.get(), &vec.0, |x, y| x - y));
    Ok(())
}
/// res += vec · scl
#[pyfunction]
fn mju_addToScl(mut res: OutVec<'_>, vec: InVec, scl: f64) -> PyResult<()> {
    same(res.len(), vec.0.len(), "res", "vec")?;
    res.set(&zip(&res.get(), &vec.0, |x, y| x + y * scl));
    Ok(())
}
/// Normalises a vector and returns its length; zero becomes (1, 0, …).
#[pyfunction]
fn mju_normalize(mut res: OutVec<'_>) -> f64 {
    let mut x = res.get();
    let n = dot(&x, &x).sqrt();
    if n < MIN_VAL {
        x.iter_mut().enumerate().for_each(|(i, x)| *x = if i == 0 { 1.0 } else { 0.0 });
    } else {
        x.iter_mut().for_each(|x| *x *= 1.0 / n);
    }
    res.set(&x);
    n
}
/// Length of a vector.
#[pyfunction]
fn mju_norm(res: InVec) -> f64 {
    dot(&res.0, &res.0).sqrt()
}
/// vec1 · vec2
#[pyfunction]
fn mju_dot(vec1: InVec, vec2: InVec) -> PyResult<f64> {
    same(vec1.0.len(), vec2.0.len(), "vec1", "vec2")?;
    Ok(dot(&vec1.0, &vec2.0))
}
/// 1 if all numbers are zero.
#[pyfunction]
fn mju_isZero(vec: InVec) -> i32 {
    i32::from(vec.0.iter().all(|&x| x == 0.0))
}

/// C = A B, with A (n×k) and B (k×m) given by element functions.
fn product(
    n: usize,
    k: usize,
    m: usize,
    a: impl Fn(usize, usize) -> f64,
    b: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let mut out = vec![0.0; n * m];
    for i in 0..n {
        for j in 0..m {
            out[i * m + j] = (0..k).map(|l| a(i, l) * b(l, j)).sum();
        }
    }
    out
}

impl InMat {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }
}

/// res = mat · vec
#[pyfunction]
fn mju_mulMatVec(mut res: OutVec<'_>, mat: InMat, vec: InVec) -> PyResult<()> {
    check(res.len() == mat.rows, "#rows in mat should equal size of res")?;
    check(vec.0.len() == mat.cols, "#columns in mat should equal size of vec")?;
    res.set(&product(mat.rows, mat.cols, 1, |i, j| mat.at(i, j), |i, _| vec.0[i]));
    Ok(())
}
/// res = matᵀ · vec
#[pyfunction]
fn mju_mulMatTVec(mut res: OutVec<'_>, mat: InMat, vec: InVec) -> PyResult<()> {
    check(res.len() == mat.cols, "#columns in mat should equal size of res")?;
    check(vec.0.len() == mat.rows, "#rows in mat should equal size of vec")?;
    res.set(&product(mat.cols, mat.rows, 1, |i, j| mat.at(j, i), |i, _| vec.0[i]));
    Ok(())
}
/// vec1ᵀ · mat · vec2
#[pyfunction]
fn mju_mulVecMatVec(vec1: InVec, mat: InMat, vec2: InVec) -> PyResult<f64> {
    same(vec1.0.len(), vec2.0.len(), "vec1", "vec2")?;
    check(mat.rows == vec1.0.len() && mat.cols == vec1.0.len(), "mat should be square, of the size of vec1")?;
    Ok((0..mat.rows).map(|i| vec1.0[i] * (0..mat.cols).map(|j| mat.at(i, j) * vec2.0[j]).sum::<f64>()).sum())
}
/// res = matᵀ
#[pyfunction]
fn mju_transpose(mut res: OutMat<'_>, mat: InMat) -> PyResult<()> {
    check(res.cols == mat.rows, "#columns in res should equal #rows in mat")?;
    check(res.rows == mat.cols, "#rows in res should equal #columns in mat")?;
    let out: Vec<f64> = (0..res.len()).map(|k| mat.at(k % res.cols, k / res.cols)).collect();
    res.set(&out);
    Ok(())
}
/// res = (mat + matᵀ) / 2
#[pyfunction]
fn mju_symmetrize(mut res: OutMat<'_>, mat: InMat) -> PyResult<()> {
    let n = mat.rows;
    check(mat.cols == n, "mat should be square")?;
    check(res.rows == n && res.cols == n, "res and mat should have the same shape")?;
    let out: Vec<f64> = (0..n * n).map(|k| 0.5 * (mat.at(k / n, k % n) + mat.at(k % n, k / n))).collect();
    res.set(&out);
    Ok(())
}
/// Sets the unit matrix.
#[pyfunction]
fn mju_eye(mut mat: OutMat<'_>) -> PyResult<()> {
    let n = mat.rows;
    check(mat.cols == n, "mat should be square")?;
    let out: Vec<f64> = (0..n * n).map(|k| f64::from(u8::from(k / n == k % n))).collect();
    mat.set(&out);
    Ok(())
}
/// res = mat1 · mat2
#[pyfunction]
fn mju_mulMatMat(mut res: OutMat<'_>, mat1: InMat, mat2: InMat) -> PyResult<()> {
    check(res.rows == mat1.rows, "#rows in res should equal #rows in mat1")?;
    check(res.cols == mat2.cols, "#columns in res should equal #columns in mat2")?;
    check(mat1.cols == mat2.rows, "#columns in mat1 should equal #rows in mat2")?;
    res.set(&product(mat1.rows, mat1.cols, mat2.cols, |i, j| mat1.at(i, j), |i, j| mat2.at(i, j)));
    Ok(())
}
/// res = mat1 · mat2ᵀ
#[pyfunction]
fn mju_mulMatMatT(mut res: OutMat<'_>, mat1: InMat, mat2: InMat) -> PyResult<()> {
    check(res.rows == mat1.rows, "#rows in res should equal #rows in mat1")?;
    check(res.cols == mat2.rows, "#columns in res should equal #rows in mat2")?;
    check(mat1.cols == mat2.cols, "#columns in mat1 should equal #columns in mat2")?;
    res.set(&product(mat1.rows, mat1.cols, mat2.rows, |i, j| mat1.at(i, j), |i, j| mat2.at(j, i)));
    Ok(())
}
/// res = mat1ᵀ · mat2
#[pyfunction]
fn mju_mulMatTMat(mut res: OutMat<'_>, mat1: InMat, mat2: InMat) -> PyResult<()> {
    check(res.rows == mat1.cols, "#rows in res should equal #columns in mat1")?;
    check(res.cols == mat2.cols, "#columns in res should equal #columns in mat2")?;
    check(mat1.rows == mat2.rows, "#rows in mat1 should equal #rows in mat2")?;
    res.set(&product(mat1.cols, mat1.rows, mat2.cols, |i, j| mat1.at(j, i), |i, j| mat2.at(i, j)));
    Ok(())
}
/// res = matᵀ · diag · mat; `diag` may be None.
#[pyfunction]
fn mju_sqrMatTD(mut res: OutMat<'_>, mat: InMat, diag: Option<InVec>) -> PyResult<()> {
    check(
        res.rows == mat.cols && res.cols == mat.cols,
        "res should be square, of the number of columns in mat",
    )?;
    if let Some(d) = &diag {
        check(d.0.len() == mat.rows, "size of diag should equal #rows in mat")?;
    }
    let d = |i: usize| diag.as_ref().map_or(1.0, |d| d.0[i]);
    res.set(&product(mat.cols, mat.rows, mat.cols, |i, j| mat.at(j, i) * d(j), |i, j| mat.at(i, j)));
    Ok(())
}

/// True if the rows fit the values and the columns fit the matrix.
fn csr_fits(nnz: &[i32], adr: &[i32], col: &[i32], values: usize, cols: usize) -> bool {
    nnz.len() == adr.len()
        && nnz
            .iter()
            .zip(adr)
            .all(|(&n, &a)| n >= 0 && a >= 0 && (a as usize + n as usize) <= values.min(col.len()))
        && nnz
            .iter()
            .zip(adr)
            .all(|(&n, &a)| col[a as usize..(a + n) as usize].iter().all(|&c| c >= 0 && (c as usize) < cols))
}

/// Dense matrix of a sparse one.
#[pyfunction]
fn mju_sparse2dense(
    mut res: OutMat<'_>,
    mat: InVec,
    rownnz: InVec<i32>,
    rowadr: InVec<i32>,
    colind: InVec<i32>,
) -> PyResult<()> {
    check(rownnz.0.len() == res.rows, "#rows in res should equal size of rownnz")?;
    check(rowadr.0.len() == res.rows, "#rows in res should equal size of rowadr")?;
    check(
        csr_fits(&rownnz.0, &rowadr.0, &colind.0, mat.0.len(), res.cols),
        "an index lies outside the matrix",
    )?;
    let mut out = vec![0.0; res.len()];
    for (r, (&n, &a)) in rownnz.0.iter().zip(&rowadr.0).enumerate() {
        for k in a as usize..(a + n) as usize {
            out[r * res.cols + colind.0[k] as usize] = mat.0[k];
        }
    }
    res.set(&out);
    Ok(())
}
/// Dense symmetric matrix of a sparse lower triangle.
#[pyfunction]
fn mju_sym2dense(
    mut res: OutMat<'_>,
    mat: InVec,
    rownnz: InVec<i32>,
    rowadr: InVec<i32>,
    colind: InVec<i32>,
) -> PyResult<()> {
    let n = res.rows;
    check(res.cols == n, "res should be square")?;
    check(rownnz.0.len() == n && rowadr.0.len() == n, "#rows in res should equal size of rownnz and rowadr")?;
    check(csr_fits(&rownnz.0, &rowadr.0, &colind.0, mat.0.len(), n), "an index lies outside the matrix")?;
    let mut out = vec![0.0; n * n];
    for (r, (&count, &a)) in rownnz.0.iter().zip(&rowadr.0).enumerate() {
        for k in a as usize..(a + count) as usize {
            let c = colind.0[k] as usize;
            out[r * n + c] = mat.0[k];
            out[c * n + r] = mat.0[k];
        }
    }
    res.set(&out);
    Ok(())
}
/// Sparse matrix of a dense one; returns 1 if `res` is too small.
#[pyfunction]
fn mju_dense2sparse(
    mut res: OutVec<'_>,
    mat: InMat,
    mut rownnz: OutVec<'_, i32>,
    mut rowadr: OutVec<'_, i32>,
    mut colind: OutVec<'_, i32>,
) -> PyResult<i32> {
    check(rownnz.len() == mat.rows, "#rows in mat should equal size of rownnz")?;
    check(rowadr.len() == mat.rows, "#rows in mat should equal size of rowadr")?;
    check(colind.len() == res.len(), "res and colind should have the same size")?;
    let (mut values, mut columns, mut nnz, mut adr) = (res.get(), colind.get(), rownnz.get(), rowadr.get());
    let mut used = 0;
    let mut full = res.len() == 0;
    'rows: for r in 0..mat.rows {
        (nnz[r], adr[r]) = (0, used as i32);
        for c in 0..mat.cols {
            if mat.at(r, c) == 0.0 {
                continue;
            }
            if used == values.len() {
                full = true;
                break 'rows;
            }
            (values[used], columns[used]) = (mat.at(r, c), c as i32);
            used += 1;
            nnz[r] += 1;
        }
    }
    res.set(&values);
    colind.set(&columns);
    rownnz.set(&nnz);
    rowadr.set(&adr);
    Ok(i32::from(full))
}

/// Cholesky factor in place (lower triangle); returns the rank.
#[pyfunction]
fn mju_cholFactor(mut mat: OutMat<'_>, mindiag: f64) -> PyResult<i32> {
    let n = mat.rows;
    check(mat.cols == n, "mat should be a square matrix")?;
    let mut a = mat.get();
    let mut rank = n as i32;
    for j in 0..n {
        let pivot = a[j * n + j] - dot(&a[j * n..j * n + j], &a[j * n..j * n + j]);
        let deficient = pivot < mindiag;
        rank -= i32::from(deficient);
        a[j * n + j] = pivot.max(mindiag).sqrt();
        for i in j + 1..n {
            let rest = a[i * n + j] - dot(&a[i * n..i * n + j], &a[j * n..j * n + j]);
            a[i * n + j] = if deficient { 0.0 } else { rest / a[j * n + j] };
        }
    }
    mat.set(&a);
    Ok(rank)
}
/// Solves L Lᵀ res = vec.
#[pyfunction]
fn mju_cholSolve(mut res: OutVec<'_>, mat: InMat, vec: InVec) -> PyResult<()> {
    let n = mat.rows;
    check(mat.cols == n, "mat should be a square matrix")?;
    check(res.len() == n, "size of res should equal #rows in mat")?;
    check(vec.0.len() == n, "size of vec should equal #rows in mat")?;
    let mut x = vec.0;
    for i in 0..n {
        x[i] = (x[i] - (0..i).map(|j| mat.at(i, j) * x[j]).sum::<f64>()) / mat.at(i, i);
    }
    for i in (0..n).rev() {
        x[i] = (x[i] - (i + 1..n).map(|j| mat.at(j, i) * x[j]).sum::<f64>()) / mat.at(i, i);
    }
    res.set(&x);
    Ok(())
}
/// Updates a Cholesky factor: L Lᵀ ± x xᵀ; overwrites x; returns the rank.
#[pyfunction]
fn mju_cholUpdate(mut mat: OutMat<'_>, mut x: OutVec<'_>, flg_plus: i32) -> PyResult<i32> {
    let n = mat.rows;
    check(mat.cols == n, "mat should be a square matrix")?;
    check(x.len() == n, "size of x should equal #rows in mat")?;
    let (mut l, mut w) = (mat.get(), x.get());
    let sign = if flg_plus != 0 { 1.0 } else { -1.0 };
    let mut rank = n as i32;
    for k in 0..n {
        if w[k] == 0.0 {
            continue;
        }
        let old = l[k * n + k];
        let square = old * old + sign * w[k] * w[k];
        rank -= i32::from(square < MIN_VAL);
        let new = square.max(MIN_VAL).sqrt();
        let (c, s) = (new / old, w[k] / old);
        l[k * n + k] = new;
        for i in k + 1..n {
            l[i * n + k] = (l[i * n + k] + sign * s * w[i]) / c;
            w[i] = c * w[i] - s * l[i * n + k];
        }
    }
    mat.set(&l);
    x.set(&w);
    Ok(rank)
}

/// Eigenvalues (decreasing), eigenvectors (columns) and their rotation for a symmetric 3×3 matrix. Returns 0.
#[pyfunction]
fn mju_eig3(mut eigval: Out<'_, 3>, mut eigvec: Out<'_, 9>, mut quat: Out<'_, 4>, mat: In<9>) -> i32 {
    let (values, q) = eig3(&Mat3(mat.0), EigTolerance::EXACT);
    eigval.set(values.0);
    eigvec.set(q.to_mat().0);
    quat.set(q.0);
    0
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(
        mju_zero,
        mju_fill,
        mju_copy,
        mju_sum,
        mju_L1,
        mju_scl,
        mju_add,
        mju_sub,
        mju_addScl,
        mju_addTo,
        mju_subFrom,
        mju_addToScl,
        mju_normalize,
        mju_norm,
        mju_dot,
        mju_isZero,
        mju_mulMatVec,
        mju_mulMatTVec,
        mju_mulVecMatVec,
        mju_transpose,
        mju_symmetrize,
        mju_eye,
        mju_mulMatMat,
        mju_mulMatMatT,
        mju_mulMatTMat,
        mju_sqrMatTD,
        mju_sparse2dense,
        mju_sym2dense,
        mju_dense2sparse,
        mju_cholFactor,
        mju_cholSolve,
        mju_cholUpdate,
        mju_eig3,
    );
    Ok(())
}
