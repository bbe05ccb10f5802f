"""The smallest model that still shows a difference: elements and attributes are taken away while the verdict stays."""

import copy
import xml.etree.ElementTree as ET


def minimise(root, fails, budget=400):
  """Greedy removal, largest parts first; `fails(root)` says whether the difference is still there."""
  tries = [budget]

  def attempt(change):
    if tries[0] <= 0:
      return None
    tries[0] -= 1
    candidate = copy.deepcopy(root_box[0])
    if change(candidate) is False or not fails(candidate):
      return None
    root_box[0] = candidate
    return candidate

  root_box = [copy.deepcopy(root)]
  progress = True
  while progress and tries[0] > 0:
    progress = False
    for path in list(paths(root_box[0])):
      if attempt(lambda r, p=path: remove(r, p)) is not None:
        progress = True
        break
    else:
      for path, key in list(attributes(root_box[0])):
        if attempt(lambda r, p=path, k=key: strip(r, p, k)) is not None:
          progress = True
  return root_box[0]


def paths(root, prefix=()):
  """Index paths of all elements below the root, parents first."""
  for i, child in enumerate(root):
    yield prefix + (i,)
    yield from paths(child, prefix + (i,))


def find(root, path):
  for i in path:
    if i >= len(root):
      return None
    root = root[i]
  return root


def remove(root, path):
  parent = find(root, path[:-1])
  if parent is None or path[-1] >= len(parent):
    return False
  parent.remove(parent[path[-1]])
  return True


def attributes(root):
  for path in paths(root):
    for key in list(find(root, path).attrib):
      yield path, key


def strip(root, path, key):
  element = find(root, path)
  if element is None or key not in element.attrib:
    return False
  del element.attrib[key]
  return True


def text(root):
  return ET.tostring(root, encoding="unicode")
