"""Seasons: leagues and cups of a server, as functions over values.

log ──course──> Season: who takes part, who has met whom, with what result
                   ├── ranking ──> places, with the tie-breaks of chess
                   └── rounds  ──> who meets whom next, or who is the champion
                         ├── pairing: round robin and Swiss, by the tables of FIDE
                         └── cup: by knock-out
"""
