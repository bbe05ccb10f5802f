"""Helper functions: the same numbers as the reference, written in place; the same refusals."""

import inspect
import re

import mujoco as reference
import numpy as np
import pytest

import stiction.mujoco as ours

RNG = np.random.default_rng(5)
NAMES = sorted(n for n in dir(ours) if n.startswith(("mju_", "mjd_sub", "mjd_quat")))
BY_HAND = {"mju_standardNormal", "mju_sparse2dense", "mju_sym2dense", "mju_dense2sparse", "mju_cholFactor", "mju_cholSolve", "mju_cholUpdate",
           "mju_euler2Quat", "mju_insertionSortInt", "mju_str2Type", "mju_type2Str", "mju_warningText", "mju_writeNumBytes", "mju_round",
           "mju_Halton", "mju_f2n", "mju_n2f", "mju_decodePyramid", "mju_encodePyramid", "mju_eig3", "mju_mat2Rot", "mju_transpose",
           "mju_isZero", "mju_isBad", "mju_mat2Quat", "mjd_subQuat", "mju_band2Dense", "mju_bandDiag", "mju_bandMulMatVec", "mju_boxQP",
           "mju_cholFactorBand", "mju_cholSolveBand", "mju_dense2Band", "mju_getXMLDependencies", "mju_printMat", "mju_printMatSparse",
           "mju_threadpool", "mju_writeLog", "mju_rayGeom", "mju_raySkin"}


def arguments(name):
  """Random arguments that fit the reference's signature: (name, value)."""
  doc = getattr(reference, name).__doc__.split("\n")[0]
  doc = re.sub(r"NDArray\[(\w|\.)+\]", "NDArray", doc).rpartition(" -> ")[0]
  out = []
  for arg in re.findall(r'(\w+): (typing\.Annotated\[.*?"\](?: \| None)?|[^,)]+)(?:, |\))', doc):
    shape = re.search(r'"\[(\w+), (\w+)\]"', arg[1])
    if shape:
      n, k = (int(x) if x.isdigit() else 5 for x in shape.groups())
      value = RNG.normal(size=(n, k) if shape.group(2) == "n" else n)
      if "quat" in arg[0] or arg[0] in ("qa", "qb"):
        value /= np.linalg.norm(value)
    elif "Int" in arg[1] and "Float" not in arg[1]:
      value = 1
    else:
      value = float(RNG.normal())
    out.append((arg[0], value))
  return out


@pytest.mark.parametrize("name", [n for n in NAMES if n not in BY_HAND])
def test_same_numbers(name):
  for _ in range(20):
    given = arguments(name)
    if name == "mju_springDamper":
      given = [(n, abs(v)) for n, v in given]
    a = [(n, np.copy(v) if isinstance(v, np.ndarray) else v) for n, v in given]
    b = [(n, np.copy(v) if isinstance(v, np.ndarray) else v) for n, v in given]
    x = getattr(reference, name)(*[v for _, v in a])
    y = getattr(ours, name)(**dict(b))
    assert type(x) is type(y)
    if x is not None:
      assert y == pytest.approx(x, rel=1e-13, abs=1e-15)
    for (n, u), (_, v) in zip(a, b):
      if isinstance(u, np.ndarray):
        np.testing.assert_allclose(v, u, rtol=1e-12, atol=1e-14, err_msg=n)


def test_rays_and_skins():
  hits = 0
  for _ in range(50):
    face = RNG.integers(0, 12, size=(8, 3)).astype(np.int32)
    vert = RNG.normal(size=(12, 3)).astype(np.float32)
    pnt, vec = RNG.normal(size=3), RNG.normal(size=3)
    a, b = np.array([-7], np.int32), np.array([-7], np.int32)
    x = reference.mju_raySkin(8, 12, face, vert, pnt, vec, a)
    y = ours.mju_raySkin(8, 12, face, vert, pnt, vec, b)
    assert y == pytest.approx(x, rel=1e-12, abs=1e-12)
    hits += x >= 0
    if x >= 0:
      assert a == b
  assert hits >= 5


def test_degenerate_inputs():
  z3, z4 = np.zeros(3), np.zeros(4)
  for f, args in [("mju_normalize3", (z3,)), ("mju_normalize4", (z4,)), ("mju_quatZ2Vec", (np.ones(4), z3)),
                  ("mju_quatZ2Vec", (np.ones(4), np.array([0, 0, -2.0]))), ("mju_quat2Vel", (np.ones(3), np.array([1.0, 0, 0, 0]), 0.1)),
                  ("mju_rotVecQuat", (np.ones(3), z3, np.array([1.0, 0, 0, 0]))), ("mju_axisAngle2Quat", (np.ones(4), z3, 0.0)),
                  ("mju_quatIntegrate", (np.array([1.0, 0, 0, 0]), z3, 1.0)), ("mju_normalize", (np.zeros(5),)),
                  ("mju_quat2Vel", (np.ones(3), np.array([-1.0, 1e-9, 0, 0]), 0.1)),
                  ("mjd_quatIntegrate", (np.array([1e-3, 0, 2e-3]), 0.5, np.zeros(9), np.zeros(9), np.zeros(3)))]:
    a, b = [np.copy(x) if isinstance(x, np.ndarray) else x for x in args], [np.copy(x) if isinstance(x, np.ndarray) else x for x in args]
    x, y = getattr(reference, f)(*a), getattr(ours, f)(*b)
    assert x == y, f
    np.testing.assert_allclose(b[0], a[0], atol=1e-15, err_msg=f)


@pytest.mark.parametrize("k", range(30))
def test_rotations(k):
  rng = np.random.default_rng(k)
  q = rng.normal(size=4)
  q /= np.linalg.norm(q)
  mat, a, b = np.zeros(9), np.zeros(4), np.zeros(4)
  reference.mju_quat2Mat(mat, q)
  reference.mju_mat2Quat(a, mat), ours.mju_mat2Quat(b, mat)
  np.testing.assert_allclose(a, b, atol=1e-14)
  messy = mat + 0.3 * rng.normal(size=9)
  a[:], b[:] = [1, 0, 0, 0], [1, 0, 0, 0]
  assert reference.mju_mat2Rot(a, messy) == ours.mju_mat2Rot(b, messy)
  np.testing.assert_allclose(a, b, atol=1e-10)
  for seq in ("xyz", "XYZ", "zyx", "xYz"):
    e = rng.normal(size=3)
    reference.mju_euler2Quat(a, e, seq), ours.mju_euler2Quat(b, e, seq)
    np.testing.assert_allclose(a, b, atol=1e-15)
  s = rng.normal(size=(3, 3))
  s = (s + s.T).reshape(9)
  va, vb, ea, eb = np.zeros(3), np.zeros(3), np.zeros(9), np.zeros(9)
  reference.mju_eig3(va, ea, a, s), ours.mju_eig3(vb, eb, b, s)
  np.testing.assert_allclose(va, vb, atol=1e-13), np.testing.assert_allclose(ea, eb, atol=1e-12), np.testing.assert_allclose(a, b, atol=1e-12)
  qa, qb = rng.normal(size=4), rng.normal(size=4)
  qa, qb = qa / np.linalg.norm(qa), qb / np.linalg.norm(qb)
  d = [np.zeros((3, 3)) for _ in range(4)]
  reference.mjd_subQuat(qa, qb, d[0], d[1]), ours.mjd_subQuat(qa, qb, d[2], None), ours.mjd_subQuat(qa, qb, None, d[3])
  np.testing.assert_allclose(d[2], d[0], atol=1e-12), np.testing.assert_allclose(d[3], d[1], atol=1e-12)


def test_matrices():
  a = RNG.normal(size=(6, 6))
  spd = a @ a.T + np.eye(6)
  x, y = spd.copy(), spd.copy()
  assert reference.mju_cholFactor(x, 1e-9) == ours.mju_cholFactor(y, 1e-9) == 6
  np.testing.assert_allclose(np.tril(x), np.tril(y), atol=1e-13)
  b, r, s = RNG.normal(size=6), np.zeros(6), np.zeros(6)
  reference.mju_cholSolve(r, x, b), ours.mju_cholSolve(s, y, b)
  np.testing.assert_allclose(r, s, atol=1e-13), np.testing.assert_allclose(spd @ s, b, atol=1e-12)
  for plus in (1, 0):
    u, v = 0.3 * b.copy(), 0.3 * b.copy()
    assert reference.mju_cholUpdate(x, u, plus) == ours.mju_cholUpdate(y, v, plus)
    np.testing.assert_allclose(np.tril(x), np.tril(y), atol=1e-12)
  m, t = RNG.normal(size=(3, 5)), np.zeros((5, 3))
  ours.mju_transpose(t, m)
  assert np.array_equal(t, m.T)
  dense = np.where(RNG.random((4, 5)) < 0.5, RNG.normal(size=(4, 5)), 0)
  for mod in (reference, ours):
    val, nnz, adr, col = np.zeros(20), np.zeros(4, np.int32), np.zeros(4, np.int32), np.zeros(20, np.int32)
    assert mod.mju_dense2sparse(val, dense, nnz, adr, col) == 0
    back = np.ones((4, 5))
    mod.mju_sparse2dense(back, val, nnz, adr, col)
    assert np.array_equal(back, dense)
    assert mod.mju_dense2sparse(np.zeros(1), dense, nnz, adr, np.zeros(1, np.int32)) == 1
  with pytest.raises(TypeError):
    ours.mju_sparse2dense(np.ones((4, 5)), np.zeros(3), np.full(4, 9, np.int32), np.zeros(4, np.int32), np.zeros(3, np.int32))


def test_text_and_scalars():
  for k in range(-1, 130):
    if 0 < k < 26 or k == 100:
      assert reference.mju_type2Str(k) == ours.mju_type2Str(k) and ours.mju_str2Type(ours.mju_type2Str(k)) == k
  assert ours.mju_str2Type("nope") == reference.mju_str2Type("nope")
  for k in range(7):
    assert reference.mju_warningText(k, 2) == ours.mju_warningText(k, 2)
  for n in (0, 1, 1023, 1024, 1 << 20, 3 << 30, 1 << 40, 1025):
    assert reference.mju_writeNumBytes(n) == ours.mju_writeNumBytes(n)
  for x in (2.5, -2.5, 0.49, 1e5, -0.5, 0.5):
    assert reference.mju_round(x) == ours.mju_round(x)
  for x in (0.0, np.nan, np.inf, -np.inf, 1e11, -1e11, 1e9):
    assert reference.mju_isBad(x) == ours.mju_isBad(x)
  assert reference.mju_Halton(17, 3) == ours.mju_Halton(17, 3)
  assert ours.mju_isZero(np.zeros(3)) == 1 and ours.mju_isZero(np.ones(3)) == 0
  # the reference's binding passes one dimension too few to these two; ours is the inverse of itself
  f, p, mu = np.array([5.0, 0.1, -0.2, 0.3]), np.zeros(6), np.array([0.5, 1.0, 2.0])
  ours.mju_encodePyramid(p, f, mu)
  assert (p >= 0).all() and p.sum() == pytest.approx(5)
  g = np.zeros(4)
  ours.mju_decodePyramid(g, p, mu)
  np.testing.assert_allclose(g, f, atol=1e-15)
  x = np.array([3, 1, 2], np.int32)
  ours.mju_insertionSortInt(x)
  assert x.tolist() == [1, 2, 3]
  draws = np.array([ours.mju_standardNormal() for _ in range(4000)])
  assert abs(draws.mean()) < 0.1 and abs(draws.std() - 1) < 0.1


def test_in_place_aliasing():
  q = np.array([0.5, 0.5, 0.5, 0.5])
  p = q.copy()
  reference.mju_mulQuat(p, p, p), ours.mju_mulQuat(q, q, q)
  assert np.array_equal(p, q)


@pytest.mark.parametrize("call", [
    "mju_quat2Mat(np.zeros((3, 3)), np.array([1., 0, 0, 0]))", "mju_quat2Mat(np.zeros(8), np.array([1., 0, 0, 0]))",
    "mju_quat2Mat(np.zeros(9), np.array([1., 0, 0]))", "mju_quat2Mat(np.zeros(18)[::2], np.array([1., 0, 0, 0]))",
    "mju_quat2Mat(np.zeros(9, dtype=np.float32), np.array([1., 0, 0, 0]))", "mju_quat2Mat(None, None)", "mju_quat2Mat()",
    "mju_quat2Mat(np.zeros(9), np.array([[1., 0, 0, 0]]))", "mju_add(np.zeros(3), np.zeros(2), np.zeros(3))", "mju_norm(np.ones((2, 2)))",
    "mju_mulMatMat(np.zeros((2, 2)), np.eye(2), np.eye(3))", "mju_zero(np.zeros((3, 3)))", "mju_eye(np.zeros((2, 3)))",
    "mju_copy(np.zeros(3), np.zeros(4))", "mju_zero([1, 2])", "mju_cross(np.zeros(3), 'abc', np.zeros(3))",
    "mj_name2id(None, 1, 'x')", "mj_id2name(3, 1, 1)",
])
def test_refusals(call):
  for mod in (reference, ours):
    with pytest.raises((TypeError, ValueError)) as e:
      eval("mod." + call, {"mod": mod, "np": np})
    assert e.type is TypeError or mod is ours


@pytest.mark.parametrize("call", [
    "mju_quat2Mat(np.zeros(9), [1, 0, 0, 0])", "mju_quat2Mat(np.zeros(9), np.array([1, 0, 0, 0]))", "mju_dot([1, 2], [3, 4])",
    "mju_quat2Mat(np.zeros(9), np.array([[1.], [0], [0], [0]]))", "mju_quat2Mat(np.zeros((9, 1)), np.array([1., 0, 0, 0]))",
    "mju_mulMatVec(np.zeros(2), np.asfortranarray(np.ones((2, 2))), np.zeros(2))",
])
def test_accepted(call):
  assert eval("m." + call, {"m": reference, "np": np}) == eval("m." + call, {"m": ours, "np": np})


def test_euler_errors():
  for seq in ("xyzz", "xya", ""):
    for mod in (reference, ours):
      with pytest.raises(mod.FatalError, match="mju_euler2Quat: seq"):
        mod.mju_euler2Quat(np.zeros(4), np.zeros(3), seq)


def test_docstrings():
  for n in NAMES:
    assert inspect.getdoc(getattr(ours, n)) or n in ("mju_min", "mju_max"), n


@pytest.mark.parametrize("kind", [0, 2, 3, 4, 5, 6])
def test_ray_geom(kind):
  hits = 0
  for _ in range(50):
    mat = np.zeros(9)
    q = RNG.normal(size=4)
    reference.mju_quat2Mat(mat, q / np.linalg.norm(q))
    pos, size, pnt = RNG.normal(size=3) * 0.2, 0.3 + RNG.random(3), RNG.normal(size=3) * 3
    vec = pos - pnt + RNG.normal(size=3) * 0.5
    a, b = np.zeros(3), np.zeros(3)
    x = reference.mju_rayGeom(pos, mat, size, pnt, vec, kind, a)
    y = ours.mju_rayGeom(pos, mat, size, pnt, vec, kind, b)
    np.testing.assert_allclose(y, x, rtol=1e-9)
    np.testing.assert_allclose(b, a, atol=1e-8)
    assert ours.mju_rayGeom(pos, mat, size, pnt, vec, kind) == y
    hits += x >= 0
  assert hits > 5
