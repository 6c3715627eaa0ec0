"""The web: the page of a table, and acts on it.

    GET  /enter/WORD   a link of Open Board ──> POST /enter: let this browser in, once
    GET  /t/12         the page of a table: HTML that works without scripts, as forms
    POST /t/12         a press or a typed line ──> an Intent ──> features, as on Discord
    GET  /t/12/board-HASH.png, /t/12/hand-HASH.png
    GET  /events/12    the table's version, after every change (text/event-stream)
    GET  /t/12-WORD    the same page for spectators, who have the link to watch
    GET  /t/12/turns   every turn so far, each with a link to its board
    GET  /sign-in, /signed-in   to Discord and back, if the host has set a client secret
    GET  /static/…     style and scripts, under names with a hash of their content

    server.py    routes                            who.py      viewers: cookie, seat, forms
    connection.py  bounds, headers, requests       stream.py   the hub that wakes viewers
    acts.py      a form becomes an Intent
    page.py      the page                          turn.py     the turn, and places to touch
    markup.py    HTML, escaped by default          pictures.py pictures, moves, static files
    sign_in.py   sign-in with Discord
    activity.py  the page inside Discord

Like bot/discord, it's known only to bot/ops, which opens it, and is imported only if LUMBERCAMP_WEB
is set.
"""
