"""Text in pictures: a font of five by seven dots, and the labels of a scene.

A letter takes a cell of 6 × 10 dots, the lowest two of them below the line; a dot is one pixel up to 150 % of font scale, two from 200 %,
three from 300 %, and twice that in large letters. Letters outside of ASCII are drawn as question marks.
"""

import numpy as np

from . import _enums as E

# seven rows of every letter from the space to the tilde, each row one digit in base 32; the letters named below hang two rows lower
_ROWS = ("0000000444440" "4aa00000aavavaa4fke5u4op248j3cik8lid44000002488842842224804lel40044v4400000648000v00000000cc01248g0"
         "ehjlphe4c4444eeh1248vv2421he26aiv22vgu11he68guhhev124888ehhehheehhf12c0cc0cc00cc0c48248g84200v0v008421248eh12404eh1dlle"
         "ehhvhhhuhhuhhuehggghesihhhisvgguggvvgguggg" "ehgnhhfhhhvhhhe44444e72222ichikokihggggggvhrllhhhhhpljhhehhhhhe"
         "uhhugggehhhliduhhukihfgge11uv444444hhhhhhehhhhha4hhhlllahha4ahhhhha444v1248gve88888e0g84210e22222e4ah0000000000v8420000"
         "00e1fhfggmphhu00egghe11djhhf00ehvge698s888fhhjd1eggmphhh40c444e20622icggikokic44444e00qllhh00mphhh00ehhhemphpmggdjhjd11"
         "00mpggg00ege1u88s889600hhhjd00hhha400hhlla00ha4ahhhjd1he00v248v2448442444444484424480008l20")
_LOW = "gpqy"
_CELL = (10, 6)


def _font():
  """The cells of all letters, rows from the top."""
  rows = np.array([int(c, 32) for c in _ROWS]).reshape(95, 7)
  cells = np.zeros((95, *_CELL), bool)
  for k, letter in enumerate(rows):
    top = 3 if chr(32 + k) in _LOW else 1
    cells[k, top: top + 7, :5] = letter[:, None] >> np.arange(4, -1, -1) & 1
  return cells


_FONT = _font()


def dots(scale, font=0):
  """Pixels of a dot."""
  size = max(1, int(scale) // 100)
  return 2 * size if int(font) == int(E.mjtFont.mjFONT_BIG) else size


def mask(text, size):
  """Which pixels a text of some lines covers, rows from the top."""
  lines = text.split("\n") or [""]
  width = max(map(len, lines))
  out = np.zeros((_CELL[0] * len(lines), _CELL[1] * max(width, 1)), bool)
  for i, line in enumerate(lines):
    for j, letter in enumerate(line):
      k = ord(letter) - 32 if " " <= letter <= "~" else ord("?") - 32
      out[_CELL[0] * i: _CELL[0] * (i + 1), _CELL[1] * j: _CELL[1] * (j + 1)] = _FONT[k]
  return np.kron(out, np.ones((size, size), bool))


def stamp(image, covered, left, top, rgb):
  """Colours the pixels of a mask whose upper left corner stands at a place of an image with rows from the top."""
  rows, columns = np.nonzero(covered)
  rows, columns = rows + int(top), columns + int(left)
  inside = (rows >= 0) & (rows < image.shape[0]) & (columns >= 0) & (columns < image.shape[1])
  image[rows[inside], columns[inside]] = np.rint(255 * np.clip(rgb, 0, 1)).astype(np.uint8)


def write(image, text, left, top, rgb, size, shadow=False):
  """Text from an upper left corner; a shadow keeps it readable on any ground."""
  covered = mask(text, size)
  if shadow:
    stamp(image, covered, left + size, top + size, np.zeros(3))
  stamp(image, covered, left, top, rgb)


def labelled(image, table, eye, scale):
  """A picture with the labels of its shapes, each with its middle at the middle of its shape."""
  rows = table[table["label"] != b""]
  if not len(rows):
    return image
  image = image.copy()
  h, w = image.shape[:2]
  pos, forward, up = np.array(eye[0:3]), np.array(eye[3:6]), np.array(eye[6:9])
  bottom, top, centre, near, _, orthographic = eye[9:15]
  size = dots(scale)
  for row in rows:
    away = row["pos"] - pos
    depth = away @ forward
    if depth <= near:
      continue
    unit = 1.0 if orthographic else near / depth
    x, y = (away @ np.cross(forward, up)) * unit - centre, (away @ up) * unit
    per = h / (top - bottom)
    text = row["label"].decode(errors="replace")
    covered = mask(text, size)
    write(image, text, w / 2 + per * x - covered.shape[1] / 2, (top - y) * per - covered.shape[0] / 2, np.ones(3), size, shadow=True)
  return image
