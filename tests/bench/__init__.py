"""How fast it all is, as ratios that can be carried from one machine to another.

    python -m tests.bench            everything, some minutes
    python -m tests.bench --quick    every row once, in seconds: a rehearsal, the numbers are rough
    python -m tests.bench --only turns crowd    these parts alone
    python -m tests.bench --record   write the measurements into record.tsv

measuring.py  rows, limits and the record in record.tsv    script.py   games that are always alike
stock.py      databases full of games                       processes.py, served.py   who plays

docs/speed.md says how each row is measured, and the lessons.
"""
