"""The door through a browser: the page of a table, and what is done there.

    GET  /enter/WORD   a link of Open Board ──> POST /enter: this browser is let in, once
    GET  /t/12         the page of a table: HTML that works without scripts, as forms
    POST /t/12         what is pressed or typed there ──> an Intent ──> features, as on Discord
    GET  /t/12/board-HASH.png, /t/12/hand-HASH.png
    GET  /events/12    how far the table is, as it goes on (text/event-stream)
    GET  /t/12-WORD    the same, for whoever has the link by which anybody may watch
    GET  /t/12/turns   every turn so far, each with the way to its board
    GET  /sign-in, /signed-in   to Discord and back, where the host has set a client secret
    GET  /static/…     style and scripts, under names that hold what is in them

    server.py    routes                            who.py      who looks: cookie, seat, forms
    connection.py  bounds, headers, requests       stream.py   the hub that wakes viewers
    acts.py      a form becomes an Intent
    page.py      the page                          turn.py     the turn, and places to touch
    markup.py    HTML, escaped by default          pictures.py what a page fetches or shares
    sign_in.py   who Discord says it is
    activity.py  the page inside Discord

It is a room like bot/discord: nothing of it is known elsewhere but in bot/ops, which opens it, and
it is imported where LUMBERCAMP_WEB says so.
"""
