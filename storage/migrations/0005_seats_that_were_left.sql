-- Who has resigned from a running game keeps the seat, so that the log can be replayed, and is in
-- that game no more: it is not in their list, and they are not its host. In games from before this
-- step the log's word for it tells who that is.

alter table seats add column left integer not null default 0;

update seats set left = 1
where exists (
    select 1 from log
    where log.game = seats.game and log.seat = -3 and log.text = 'leave ' || seats.seat
);
