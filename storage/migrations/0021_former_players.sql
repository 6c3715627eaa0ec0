-- Who was forgotten has a number below those of computers, which have the first ones below zero. The
-- keys keep the number that they were given: it names nobody, and nothing looks for it.

update seats set user = user - 1000 where user < 0 and computer = '';
update former_sitters set user = user - 1000 where user < 0 and computer = '';
update ratings set user = user - 1000 where user < 0;
update tallies set user = user - 1000 where user < 0;
update games set host = host - 1000 where host < 0;
update endings set people = (
    select group_concat(user, ' ') from (select user from seats where game = endings.game order by user)
)
where people like '%-%';

-- Until a short while ago what was deleted was left in the file where it stood. Once the file is made
-- anew it is gone (storage/sqlite/opening.py); an empty one has nothing of the kind.
insert into settings (key, value) select 'leftovers', 'there' where exists (select 1 from games);
