-- For the lists of open games, of one person and of one server.

create index seats_user on seats (user, game);
create index games_guild on games (guild, id) where status in ('lobby', 'playing');
