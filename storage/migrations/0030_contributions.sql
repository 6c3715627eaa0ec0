-- Joining on a page wrote the browser's key, with an id, in place of a contribution. Such a game never
-- verified, so nothing is lost with it; a report goes without the record of such a game.

update log set text = 'join' where text like 'join web:%';
update reports set record = '' where record like '%join web:%';
