-- Whom a post has called, so that nobody is called twice for one turn, nor reminded soon after
-- another message. Null: nobody, or everybody, as a result does; also all posts of before.

alter table outbox add column called integer;
create index outbox_called on outbox (called, at) where called is not null;

-- A game in a thread is in reach from the channel that the thread is in.
create index games_home on games (home, id) where status in ('lobby', 'playing');
