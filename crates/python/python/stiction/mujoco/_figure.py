"""Plots over pictures: lines over a grid in a rectangle of a context. Text, legends and tick labels are not drawn."""

import numpy as np

from ._render import _rect, _Struct

LINES, POINTS = 100, 1001
# colours of the first lines; they begin anew after these
_COLOURS = ((1, 0.3, 0.3), (0.1, 1, 0.1), (0.3, 0.3, 1), (0.3, 1, 1), (1, 0.3, 1), (1, 1, 0.3))


class MjvFigure(_Struct):
  """A plot: lines, their colours, and the ranges of its axes (least not below greatest: as the data need)."""

  def __init__(self):
    f, i = np.float32, np.int32
    self.flg_legend = self.flg_extend = self.flg_barplot = self.flg_selection = self.flg_symmetric = 0
    self.flg_ticklabel, self.gridsize = np.zeros(2, i), np.zeros(2, i)
    self.linewidth = self.gridwidth = self.selection = 0.0
    self.gridrgb, self.textrgb, self.linergb = np.zeros(3, f), np.zeros(3, f), np.zeros((LINES, 3), f)
    self.figurergba, self.panergba, self.legendrgba = np.zeros(4, f), np.zeros(4, f), np.zeros(4, f)
    self.range, self.xformat, self.yformat, self.minwidth = np.zeros((2, 2), f), "", "", ""
    self.title, self.xlabel, self.linename = "", "", np.zeros(LINES, "S100")
    self.legendoffset = self.subplot = self.highlightid = 0
    self.highlight = np.zeros(2, i)
    self.linepnt, self.linedata = np.zeros(LINES, i), np.zeros((LINES, 2 * POINTS), f)
    self.xaxispixel, self.yaxispixel = np.zeros(2, i), np.zeros(2, i)
    self.xaxisdata, self.yaxisdata = np.zeros(2, f), np.zeros(2, f)


def mjv_defaultFigure(fig):
  """Usual values."""
  fig.__init__()
  fig.flg_legend = fig.flg_extend = 1
  fig.flg_ticklabel[:], fig.gridsize[:], fig.range[:] = 1, 2, (0, 1)
  fig.linewidth, fig.gridwidth, fig.highlightid = 3.0, 1.0, -1
  fig.gridrgb[:], fig.textrgb[:] = 0.4, 1
  fig.figurergba[:], fig.panergba[:], fig.legendrgba[:] = (0, 0, 0, 1), (0, 0, 0, 1), (0, 0, 0, 0.3)
  fig.linergb[:] = [_COLOURS[k % len(_COLOURS)] for k in range(LINES)]
  fig.xformat, fig.yformat, fig.minwidth = "%.0f", "%.2g", "XXX"


def mjr_figure(viewport, fig, con):
  """Draws the pane, grid and lines of a plot into a rectangle of the context."""
  rect = _rect(viewport)
  part = con._open("mjr_figure").colours()[rect.bottom: rect.bottom + rect.height, rect.left: rect.left + rect.width]
  if not part.size:
    return
  lines = [fig.linedata[k][: 2 * n].reshape(-1, 2).astype(float) for k, n in enumerate(fig.linepnt) if n > 0]
  colours = [fig.linergb[k] for k, n in enumerate(fig.linepnt) if n > 0]
  x, y = (_range(fig, axis, lines) for axis in (0, 1))
  if fig.flg_symmetric:
    y = (-max(map(abs, y)), max(map(abs, y)))
  _blend(part, fig.figurergba)
  margin = max(2, min(part.shape[:2]) // 20)
  pane = part[margin: -margin, margin: -margin]
  if not pane.size:
    return
  _blend(pane, fig.panergba)
  fig.xaxispixel[:] = rect.left + margin, rect.left + margin + pane.shape[1]
  fig.yaxispixel[:] = rect.bottom + margin, rect.bottom + margin + pane.shape[0]
  fig.xaxisdata[:], fig.yaxisdata[:] = x, y
  scale = np.array([(pane.shape[1] - 1) / max(x[1] - x[0], 1e-12), (pane.shape[0] - 1) / max(y[1] - y[0], 1e-12)])
  for axis, (low, high) in enumerate((x, y)):
    for value in np.linspace(low, high, max(int(fig.gridsize[axis]), 0)):
      ends = np.array([[value, y[0]], [value, y[1]]] if axis == 0 else [[x[0], value], [x[1], value]])
      _stroke(pane, (ends - (x[0], y[0])) * scale, fig.gridrgb, fig.gridwidth)
  for points, colour in zip(lines, colours):
    at = (points - (x[0], y[0])) * scale
    for k in range(0, len(at) - 1, 2 if fig.flg_barplot else 1):
      _stroke(pane, at[k: k + 2], colour, fig.linewidth)
  if fig.flg_selection:
    _stroke(pane, (np.array([[fig.selection, y[0]], [fig.selection, y[1]]]) - (x[0], y[0])) * scale, fig.textrgb, fig.linewidth)


def _range(fig, axis, lines):
  low, high = map(float, fig.range[axis])
  if lines and (low >= high or fig.flg_extend):
    values = np.concatenate([p[:, axis] for p in lines])
    least, greatest = float(values.min()), float(values.max())
    low, high = (least, greatest) if low >= high else (min(low, least), max(high, greatest))
  return (low, high) if high > low else (low - 0.5, low + 0.5)


def _blend(part, rgba):
  a = float(np.clip(rgba[3], 0, 1))
  part[...] = np.rint((1 - a) * part + a * 255 * np.clip(rgba[:3], 0, 1)).astype(np.uint8)


def _stroke(part, ends, rgb, width):
  """A straight line of some pixels' width between two points (column, row)."""
  if not np.isfinite(ends).all():
    return
  h, w = part.shape[:2]
  n = int(min(np.abs(ends[1] - ends[0]).max(), 4.0 * (h + w))) + 1
  at = np.rint(ends[0] + np.linspace(0, 1, n + 1)[:, None] * (ends[1] - ends[0])).astype(int)
  reach = range(-(int(width) // 2), int(width) - int(width) // 2 or 1)
  colour = np.rint(255 * np.clip(rgb, 0, 1)).astype(np.uint8)
  for dx in reach:
    for dy in reach:
      x, y = at[:, 0] + dx, at[:, 1] + dy
      inside = (x >= 0) & (x < w) & (y >= 0) & (y < h)
      part[y[inside], x[inside]] = colour


NAMES = ["MjvFigure", "mjr_figure", "mjv_defaultFigure"]
