"""Constraints written in Python.

    class Bar(stiction.Constraint):
        bodies = ("left_hand", "right_hand")
        law = "hard"

        def evaluate(self, x):
            return np.linalg.norm(x.pos[1] - x.pos[0]) - 0.4

    handle = data.constraints.add(Bar())
    stiction.step(model, data, 1000)
    print(data.constraints.force(handle))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._native import Where


class Constraint:
    """Base class of constraints: C(q, t) = 0, >= 0, or with a bounded multiplier.

    Attributes (of the class or the object):

    - `bodies`: names or ids of the bodies it touches, or `joints`: hinge and slide joints
    - `dim`: number of rows, 1 unless given
    - `bounds`: "equality", "at_least_zero" (C >= 0), or (lo, hi), the limits of the multiplier
    - `law`: "soft" (MuJoCo's default), ("soft", solref, solimp), ("baumgarte", alpha, beta) [1/s^2, 1/s], or "hard"
    - `level`: "position", or "velocity": then `evaluate` gives the target b of J v = b
    - `name`: for messages; the class's name unless given

    Methods get `x` with `time`, and for bodies `pos` (n, 3), `quat` (n, 4), `mat` (n, 3, 3), `vel` (n, 3), `angvel` (n, 3), world
    axes, at the bodies' frames; for joints `q` and `qvel`. Only `evaluate` is required:

    - `evaluate(x)`: C, `dim` numbers
    - `jacobian(x)`: (dim, 6 n), per body the derivative by velocity and angular velocity; (dim, n) for joints. Without it J comes
      from differences of `evaluate`, 12 calls per body and step
    - `bias(x)`: C̈ at constant twists. Without it two more calls of `jacobian`
    - `time_rate(x)`: dC/dt of a C that depends on time. Without it, if any method has read `x.time`, it comes from differences of
      `evaluate` (time must be read from `x.time`: what comes from elsewhere, as `data.time`, is seen as constant)
    - `is_active(x)`: False if there are no rows here

    What a method raises stops the step: StepError names the constraint, the exception is its cause, the data is as before.
    """

    bodies: Sequence[Any] | None = None
    joints: Sequence[Any] | None = None
    dim: int = 1
    bounds: str | tuple[float, float] = "equality"
    law: str | tuple[Any, ...] = "soft"
    level: str = "position"
    name: str | None = None
    jacobian: Callable[..., ArrayLike] | None = None
    bias: Callable[..., ArrayLike] | None = None
    time_rate: Callable[..., ArrayLike] | None = None
    is_active: Callable[..., bool] | None = None

    def evaluate(self, x: Where) -> ArrayLike:
        """C at `x`: `dim` numbers."""
        raise NotImplementedError("a constraint needs evaluate(x)")
