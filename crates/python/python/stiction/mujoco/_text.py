"""MuJoCo's functions that write text into a context."""

import numpy as np

from . import _enums as E
from ._font import dots, mask, write
from ._render import _rect


def _upright(con, who):
  """The context's pixels with rows from the top."""
  return con._open(who).colours()[::-1]


def _part(image, rect):
  """A rectangle of an image with rows from the top."""
  h = image.shape[0]
  return image[max(h - rect.bottom - rect.height, 0): h - rect.bottom, rect.left: rect.left + rect.width]


def _tint(part, rgb, a):
  part[...] = np.rint((1 - a) * part + a * 255 * np.clip(rgb, 0, 1)).astype(np.uint8)


def mjr_text(font, txt, con, x, y, r, g, b):
  """Writes from a place between (0, 0), lower left, and (1, 1) of the context."""
  image, size = _upright(con, "mjr_text"), dots(con.fontScale, font)
  shadow = int(font) == int(E.mjtFont.mjFONT_SHADOW)
  write(image, txt, x * image.shape[1], (1 - y) * image.shape[0] - 8 * size, (r, g, b), size, shadow)


def mjr_label(viewport, font, txt, r, g, b, a, rt, gt, bt, con):
  """A rectangle with text in its middle."""
  part, size = _part(_upright(con, "mjr_label"), _rect(viewport)), dots(con.fontScale, font)
  _tint(part, (r, g, b), a)
  covered = mask(txt, size)
  write(part, txt, (part.shape[1] - covered.shape[1]) / 2, (part.shape[0] - covered.shape[0]) / 2, (rt, gt, bt), size)


def mjr_overlay(font, gridpos, viewport, overlay, overlay2, con):
  """One or two columns of text at a border of a rectangle, on a darker ground."""
  part, size = _part(_upright(con, "mjr_overlay"), _rect(viewport)), dots(con.fontScale, font)
  columns = [t for t in (overlay, overlay2) if t]
  if not columns:
    return
  pad, masks = 3 * size, [mask(t, size) for t in columns]
  width = sum(c.shape[1] for c in masks) + pad * (len(masks) + 1)
  height = max(c.shape[0] for c in masks) + 2 * pad
  at = E.mjtGridPos(int(gridpos)).name.removeprefix("mjGRID_")
  room = part.shape[1] - width
  left = max(0, room if "RIGHT" in at else room // 2 if at in ("TOP", "BOTTOM") else 0)
  top = max(0, part.shape[0] - height if "BOTTOM" in at else (part.shape[0] - height) // 2 if at in ("LEFT", "RIGHT") else 0)
  _tint(part[top: top + height, left: left + width], np.zeros(3), 0.5)
  for text, covered in zip(columns, masks):
    left += pad
    write(part, text, left, top + pad, np.ones(3), size)
    left += covered.shape[1]


def mjr_changeFont(fontscale, con):
  """Letters of another size."""
  con._open("mjr_changeFont")
  con.fontScale = int(fontscale)


NAMES = ["mjr_changeFont", "mjr_label", "mjr_overlay", "mjr_text"]
