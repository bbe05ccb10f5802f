"""Differences that are known and why, each a predicate on the model and on where it differs."""


def classify(difference, xml, model):
  """Name of the class that explains the difference, or None."""
  for name, test in CLASSES.items():
    if test(difference, xml, model):
      return name
  return None


CLASSES = {}
