"""How fast it all is, as ratios that can be carried from one machine to another.

    python -m tests.bench            everything, some minutes
    python -m tests.bench --quick    every row once, in seconds: a rehearsal, the numbers are rough
    python -m tests.bench --only turns crowd    these parts alone
    python -m tests.bench --record   write what was measured into record.tsv

measuring.py  a row, and how two things are timed side by side
record.py     limits, and the last measurements             record.tsv
script.py     games that are played in every run alike      stock.py   databases full of them
play.py       the rules beside python-chess                 pictures.py
stored.py     the store beside bare SQLite                  processes.py   sandbox, bot and people
turns.py      a whole turn beside a static answer           crowd.py   50 tables
masses.py     10,000 open games                             served.py  a bot that is watched
languages.py  turns and memory of other languages

docs/speed.md says how each row is measured, and what was learned.
"""
