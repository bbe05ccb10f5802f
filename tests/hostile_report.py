"""Reads the outcome of the hostile-input run and fails if any case was answered badly."""
import json
import sys

rows = [json.loads(line) for line in open(sys.argv[1])]
bad = [r for r in rows if not r["good"]]
for r in bad:
  print(f"BAD {r['id']}: {r['outcome']}, {r.get('msg', '')[:160]}")
print(f"{len(rows) - len(bad)} passed, {len(bad)} failed")
sys.exit(1 if bad or not rows else 0)
