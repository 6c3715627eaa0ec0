BEGIN TRANSACTION;
CREATE TABLE drafts (
    game integer not null references games (id),
    seat integer not null,
    n integer not null,
    line text not null,
    key text not null,
    primary key (game, seat)
) without rowid;
CREATE TABLE games (
    id integer primary key autoincrement,
    kind text not null,
    number integer not null,
    edition text not null,
    options text not null,          -- a JSON object of strings
    seed blob not null,
    guild integer not null,
    home integer not null,
    channel integer,
    host integer not null,
    n integer not null,
    status text not null check (status in ('lobby', 'playing', 'over', 'cancelled')),
    on_turn integer,
    due real,
    created real not null,
    changed real not null,
    unique (guild, kind, number)
);
INSERT INTO "games" VALUES(1,'logger',1,'1','{"players": "3"}',X'A0AFE321BCE55D7BA17D9F6E4BB0426F6EB1A61993C15CC97F5D41FA142B5BFD',900,601,601,11,2,'lobby',NULL,1604800.0,1000000.0,1000000.0);
INSERT INTO "games" VALUES(2,'logger',2,'1','{"players": "3"}',X'D1CC3DEA6A4086626DC9A8DBE57DB8E9FE728DD4256B31F7BACD0D6E33C413C8',900,602,602,11,18,'playing',2,NULL,1000000.0,1000000.0);
INSERT INTO "games" VALUES(3,'logger',3,'1','{"players": "3"}',X'28B6E4CE53987A0534EE2E6400DC7425AECA86CE0C940C40A05943A1BF7F5973',900,603,603,11,20,'over',NULL,NULL,1000121.0,1000242.0);
INSERT INTO "games" VALUES(4,'logger',4,'1','{"players": "3"}',X'B8928994539049940BFA8E24162915ECD0B1237CBF2EAEBA2341731896EA8F11',900,604,604,11,18,'playing',2,NULL,1000242.0,1000242.0);
INSERT INTO "games" VALUES(5,'fellers',1,'1','{"course": "A+H", "players": "3"}',X'C751B7E16E0092C4E7AEEFA19420C4A8EE256E7547C4775632DDC7F5B0E191AE',900,605,605,11,2,'lobby',NULL,1605042.0,1000242.0,1000242.0);
INSERT INTO "games" VALUES(6,'fellers',2,'1','{"course": "A+H", "players": "3"}',X'DD395A2784B69DEDED17A37C5F523591AF094AD99D3F1F6DDCE44A6DBF04C580',900,606,606,11,33,'playing',2,NULL,1000242.0,1000242.0);
INSERT INTO "games" VALUES(7,'fellers',3,'1','{"course": "A+H", "players": "3"}',X'39A53C4E447E876CB18CFEEF1A5E559FE5476880645AC2993F016607EAB2CBA1',900,607,607,11,35,'over',NULL,NULL,1000363.0,1000484.0);
INSERT INTO "games" VALUES(8,'fellers',4,'1','{"course": "A+H", "players": "3"}',X'604FF4BA2ECE12CC0B2DCD22C147C9FF18EF143165A83D267330B39D0F5D8236',900,608,608,11,33,'playing',2,NULL,1000484.0,1000484.0);
INSERT INTO "games" VALUES(9,'logjam',1,'1','{"loggers": "3", "setup": "quick", "board": "10x12", "logs": "222233334444", "players": "3"}',X'A9546B0A3C29AC5238312D6FB79086EC356B2E2AF9B814BD1A0F4C2B44863B1C',900,609,609,11,2,'lobby',NULL,1605284.0,1000484.0,1000484.0);
INSERT INTO "games" VALUES(10,'logjam',2,'1','{"loggers": "3", "setup": "quick", "board": "10x12", "logs": "222233334444", "players": "3"}',X'A950919B9E9553243A70CB1377779766F573C5118ED1FFA98DF815C897F73E0B',900,610,610,11,36,'playing',1,NULL,1000484.0,1002178.0);
INSERT INTO "games" VALUES(11,'logjam',3,'1','{"loggers": "3", "setup": "quick", "board": "10x12", "logs": "222233334444", "players": "3"}',X'FBFF15ECBD66716D81E639F6D5A97E0C1818B421320471FE3D3AA1CA7A9ED1D1',900,611,611,11,39,'over',NULL,NULL,1002178.0,1003872.0);
INSERT INTO "games" VALUES(12,'logjam',4,'1','{"loggers": "3", "setup": "quick", "board": "10x12", "logs": "222233334444", "players": "3"}',X'EC410175227ED0D4F2362A7334D2FD41376693408A05FEE167B3890C13224BFE',900,612,612,11,35,'playing',NULL,1005565.0,1003872.0,1005445.0);
CREATE TABLE log (
    game integer not null references games (id),
    n integer not null,
    seat integer not null,
    text text not null,
    mark text not null,
    key text unique,                -- on the first row of a commit
    at real not null,
    primary key (game, n)           -- the lock: whoever writes the row first has the turn
) without rowid;
INSERT INTO "log" VALUES(1,1,-3,'open','','k1',1000000.0);
INSERT INTO "log" VALUES(1,2,-3,'join','','k2',1000000.0);
INSERT INTO "log" VALUES(2,1,-3,'open','','k3',1000000.0);
INSERT INTO "log" VALUES(2,2,-3,'join','','k4',1000000.0);
INSERT INTO "log" VALUES(2,3,-3,'join','','k5',1000000.0);
INSERT INTO "log" VALUES(2,4,-3,'start 0 2 1','',NULL,1000000.0);
INSERT INTO "log" VALUES(2,5,0,'e1','b5b311c9','k6',1000000.0);
INSERT INTO "log" VALUES(2,6,1,'e5','524cc7f9','k7',1000000.0);
INSERT INTO "log" VALUES(2,7,2,'a1','4d7c0e7b','k8',1000000.0);
INSERT INTO "log" VALUES(2,8,0,'e1 +e2','b596d5b8','k9',1000000.0);
INSERT INTO "log" VALUES(2,9,1,'e5 +e4','4d0d09a9','k10',1000000.0);
INSERT INTO "log" VALUES(2,10,2,'b2 +b1','a033a05e','k11',1000000.0);
INSERT INTO "log" VALUES(2,11,0,'d2 e2>e3 !e2 .','e2870cf0','k12',1000000.0);
INSERT INTO "log" VALUES(2,12,1,'c5 +d5','bd80f2fe','k13',1000000.0);
INSERT INTO "log" VALUES(2,13,2,'b4 +b5','ce142b67','k14',1000000.0);
INSERT INTO "log" VALUES(2,14,0,'d3 xc3','d4740478','k15',1000000.0);
INSERT INTO "log" VALUES(2,15,1,'c4 +d4','63434649','k16',1000000.0);
INSERT INTO "log" VALUES(2,16,2,'b4 e4>e5 !e4 .','2eaac70c','k17',1000000.0);
INSERT INTO "log" VALUES(2,17,0,'d3 +d2','19ec92c6','k18',1000000.0);
INSERT INTO "log" VALUES(2,18,1,'b3 b1>b2 +a3','5fbde24a','k19',1000000.0);
INSERT INTO "log" VALUES(3,1,-3,'open','','k20',1000121.0);
INSERT INTO "log" VALUES(3,2,-3,'join','','k21',1000121.0);
INSERT INTO "log" VALUES(3,3,-3,'join','','k22',1000121.0);
INSERT INTO "log" VALUES(3,4,-3,'start 2 1 0','',NULL,1000121.0);
INSERT INTO "log" VALUES(3,5,0,'a5','c6a8bc2a','k23',1000121.0);
INSERT INTO "log" VALUES(3,6,1,'a1','9d1bd60c','k24',1000121.0);
INSERT INTO "log" VALUES(3,7,2,'e5','605bba34','k25',1000121.0);
INSERT INTO "log" VALUES(3,8,0,'a5 +b5','85154734','k26',1000121.0);
INSERT INTO "log" VALUES(3,9,1,'a3 +b3','7e8deb70','k27',1000121.0);
INSERT INTO "log" VALUES(3,10,2,'c5 !c3 .','20a9b1bc','k28',1000121.0);
INSERT INTO "log" VALUES(3,11,0,'a4 +a5','af7a9048','k29',1000121.0);
INSERT INTO "log" VALUES(3,12,1,'a1 +b1','60c7ae83','k30',1000121.0);
INSERT INTO "log" VALUES(3,13,2,'c4 c3>d3 +b4','4ee536ff','k31',1000121.0);
INSERT INTO "log" VALUES(3,14,0,'a3 c3>c2 !a5 .','127fcf29','k32',1000121.0);
INSERT INTO "log" VALUES(3,15,1,'a2 a5>a4 +b2','f2f93cc6','k33',1000121.0);
INSERT INTO "log" VALUES(3,16,2,'d5 +e5','34e5da9b','k34',1000121.0);
INSERT INTO "log" VALUES(3,17,0,'a3 c3>c4 d3>d2 xb3','d15dfbea','k35',1000121.0);
INSERT INTO "log" VALUES(3,18,1,'a2 !c2 .','1b8821ea','k36',1000121.0);
INSERT INTO "log" VALUES(3,19,-3,'leave 2','4233739d','k38',1000242.0);
INSERT INTO "log" VALUES(3,20,-3,'leave 1','8c4b208f','k40',1000242.0);
INSERT INTO "log" VALUES(4,1,-3,'open','','k41',1000242.0);
INSERT INTO "log" VALUES(4,2,-3,'join','','k42',1000242.0);
INSERT INTO "log" VALUES(4,3,-3,'join','','k43',1000242.0);
INSERT INTO "log" VALUES(4,4,-3,'start 1 2 0','',NULL,1000242.0);
INSERT INTO "log" VALUES(4,5,0,'a1','3839eed5','k44',1000242.0);
INSERT INTO "log" VALUES(4,6,1,'e5','e46e8d52','k45',1000242.0);
INSERT INTO "log" VALUES(4,7,2,'e1','07922bdd','k46',1000242.0);
INSERT INTO "log" VALUES(4,8,0,'a3 +a4','6c4a00c7','k47',1000242.0);
INSERT INTO "log" VALUES(4,9,1,'e4 +d4','5703443f','k48',1000242.0);
INSERT INTO "log" VALUES(4,10,2,'c1 +b1','c60c7c6d','k49',1000242.0);
INSERT INTO "log" VALUES(4,11,0,'a3 c3>c4 +a2','83f37740','k50',1000242.0);
INSERT INTO "log" VALUES(4,12,1,'e3 c3>c2 !c3 .','4a295ca6','k51',1000242.0);
INSERT INTO "log" VALUES(4,13,2,'c1 c3>d3 !a4 .','7557b411','k52',1000242.0);
INSERT INTO "log" VALUES(4,14,0,'b2 +b3','a1d5a580','k53',1000242.0);
INSERT INTO "log" VALUES(4,15,1,'e4 a4>a5 +e3','5ff75150','k54',1000242.0);
INSERT INTO "log" VALUES(4,16,2,'d2 c2>c1 xc2','55a69261','k55',1000242.0);
INSERT INTO "log" VALUES(4,17,0,'c2 c4>c5 a2>a1 +b2','3277ca2a','k56',1000242.0);
INSERT INTO "log" VALUES(4,18,1,'d5 d4>e4 +e5','78793ec3','k57',1000242.0);
INSERT INTO "log" VALUES(5,1,-3,'open','','k58',1000242.0);
INSERT INTO "log" VALUES(5,2,-3,'join','','k59',1000242.0);
INSERT INTO "log" VALUES(6,1,-3,'open','','k60',1000242.0);
INSERT INTO "log" VALUES(6,2,-3,'join','','k61',1000242.0);
INSERT INTO "log" VALUES(6,3,-3,'join','','k62',1000242.0);
INSERT INTO "log" VALUES(6,4,-3,'start 0 2 1','',NULL,1000242.0);
INSERT INTO "log" VALUES(6,5,-1,'gw3 kw5 gw4 yw5 ym4 ym3 rw2 bm2 rw1','6d716628',NULL,1000242.0);
INSERT INTO "log" VALUES(6,6,0,'gw3 d1 se sw','9e6b2176','k63',1000242.0);
INSERT INTO "log" VALUES(6,7,-1,'gw4','d97b3e78',NULL,1000242.0);
INSERT INTO "log" VALUES(6,8,1,'ym4 f1 s n sw','80f3ce2d','k64',1000242.0);
INSERT INTO "log" VALUES(6,9,-1,'yw3','42266555',NULL,1000242.0);
INSERT INTO "log" VALUES(6,10,2,'rw2 f1 s','bbffe5cb','k65',1000242.0);
INSERT INTO "log" VALUES(6,11,-1,'rw5','9e4a5c48',NULL,1000242.0);
INSERT INTO "log" VALUES(6,12,0,'kw5 .','88de1d73','k66',1000242.0);
INSERT INTO "log" VALUES(6,13,-1,'gm4','7d68144a',NULL,1000242.0);
INSERT INTO "log" VALUES(6,14,1,'yw3 .','ffa92b5b','k67',1000242.0);
INSERT INTO "log" VALUES(6,15,-1,'ym4','bbd3023e',NULL,1000242.0);
INSERT INTO "log" VALUES(6,16,2,'bm2 d1 .','d6045533','k68',1000242.0);
INSERT INTO "log" VALUES(6,17,-1,'bm1','34f1af4c',NULL,1000242.0);
INSERT INTO "log" VALUES(6,18,0,'gw4 se nw sw s','58e310c9','k69',1000242.0);
INSERT INTO "log" VALUES(6,19,-1,'gw5','9fd122b3',NULL,1000242.0);
INSERT INTO "log" VALUES(6,20,1,'yw5 f1 .','8a6465aa','k70',1000242.0);
INSERT INTO "log" VALUES(6,21,-1,'yw1','a29e12cf',NULL,1000242.0);
INSERT INTO "log" VALUES(6,22,2,'rw1 .','76ad0269','k71',1000242.0);
INSERT INTO "log" VALUES(6,23,-1,'rm3','f5236216',NULL,1000242.0);
INSERT INTO "log" VALUES(6,24,0,'gw5 se n sw sw .','061b37a3','k72',1000242.0);
INSERT INTO "log" VALUES(6,25,-1,'gm5','cd69a8d5',NULL,1000242.0);
INSERT INTO "log" VALUES(6,26,1,'yw1 sw','c52990c8','k73',1000242.0);
INSERT INTO "log" VALUES(6,27,-1,'ym1','2d333c13',NULL,1000242.0);
INSERT INTO "log" VALUES(6,28,2,'rm3 f1 .','bca5a9f2','k74',1000242.0);
INSERT INTO "log" VALUES(6,29,-1,'bm5','034c31e7',NULL,1000242.0);
INSERT INTO "log" VALUES(6,30,0,'gm5 .','b8cc405a','k75',1000242.0);
INSERT INTO "log" VALUES(6,31,-1,'kw3','525c4045',NULL,1000242.0);
INSERT INTO "log" VALUES(6,32,1,'ym3 sw .','cdb9f846','k76',1000242.0);
INSERT INTO "log" VALUES(6,33,-1,'ym5','478a181c',NULL,1000242.0);
INSERT INTO "log" VALUES(7,1,-3,'open','','k77',1000363.0);
INSERT INTO "log" VALUES(7,2,-3,'join','','k78',1000363.0);
INSERT INTO "log" VALUES(7,3,-3,'join','','k79',1000363.0);
INSERT INTO "log" VALUES(7,4,-3,'start 1 2 0','',NULL,1000363.0);
INSERT INTO "log" VALUES(7,5,-1,'gw2 gw4 gw1 wm3 wm4 ym2 rw4 rm4 j','42a323fe',NULL,1000363.0);
INSERT INTO "log" VALUES(7,6,0,'gw1 d1','a02d35c9','k80',1000363.0);
INSERT INTO "log" VALUES(7,7,-1,'gm5','5c1ce7d4',NULL,1000363.0);
INSERT INTO "log" VALUES(7,8,1,'wm4 d1 s se .','005df8b6','k81',1000363.0);
INSERT INTO "log" VALUES(7,9,-1,'yw1','38fb531f',NULL,1000363.0);
INSERT INTO "log" VALUES(7,10,2,'rw4 f1 .','012ca394','k82',1000363.0);
INSERT INTO "log" VALUES(7,11,-1,'rm2','b3e6d7fc',NULL,1000363.0);
INSERT INTO "log" VALUES(7,12,0,'gw4 se sw s se','7afa2401','k83',1000363.0);
INSERT INTO "log" VALUES(7,13,-1,'gw4','7c0c9824',NULL,1000363.0);
INSERT INTO "log" VALUES(7,14,1,'yw1 f1','b79c2426','k84',1000363.0);
INSERT INTO "log" VALUES(7,15,-1,'ym1','a69cde4c',NULL,1000363.0);
INSERT INTO "log" VALUES(7,16,2,'j rw nw nw se','a0a37812','k85',1000363.0);
INSERT INTO "log" VALUES(7,17,-1,'bm5','76b97731',NULL,1000363.0);
INSERT INTO "log" VALUES(7,18,0,'gm5 e1 nw .','49a166de','k86',1000363.0);
INSERT INTO "log" VALUES(7,19,-1,'kw1','cbd7b845',NULL,1000363.0);
INSERT INTO "log" VALUES(7,20,1,'ym1 f1','938877da','k87',1000363.0);
INSERT INTO "log" VALUES(7,21,-1,'ym3','d5a61d1e',NULL,1000363.0);
INSERT INTO "log" VALUES(7,22,2,'rm2 e1 sw','0118346a','k88',1000363.0);
INSERT INTO "log" VALUES(7,23,-1,'bm2','9ac16f96',NULL,1000363.0);
INSERT INTO "log" VALUES(7,24,0,'kw1 e1','326ea7e5','k89',1000363.0);
INSERT INTO "log" VALUES(7,25,-1,'gw2','d3718542',NULL,1000363.0);
INSERT INTO "log" VALUES(7,26,1,'wm3 .','6c35ce97','k90',1000363.0);
INSERT INTO "log" VALUES(7,27,-1,'yw2','30693bdc',NULL,1000363.0);
INSERT INTO "log" VALUES(7,28,2,'rm4 s .','ef5caed5','k91',1000363.0);
INSERT INTO "log" VALUES(7,29,-1,'rm3','6f226844',NULL,1000363.0);
INSERT INTO "log" VALUES(7,30,0,'gw4 sw nw ne sw','49aac1b0','k92',1000363.0);
INSERT INTO "log" VALUES(7,31,-1,'gm2','be511f58',NULL,1000363.0);
INSERT INTO "log" VALUES(7,32,1,'ym2 sw sw','95fe40f6','k93',1000363.0);
INSERT INTO "log" VALUES(7,33,-1,'wm2','26d85169',NULL,1000363.0);
INSERT INTO "log" VALUES(7,34,-3,'leave 2','5399b5be','k95',1000484.0);
INSERT INTO "log" VALUES(7,35,-3,'leave 0','2c998d66','k97',1000484.0);
INSERT INTO "log" VALUES(8,1,-3,'open','','k98',1000484.0);
INSERT INTO "log" VALUES(8,2,-3,'join','','k99',1000484.0);
INSERT INTO "log" VALUES(8,3,-3,'join','','k100',1000484.0);
INSERT INTO "log" VALUES(8,4,-3,'start 2 0 1','',NULL,1000484.0);
INSERT INTO "log" VALUES(8,5,-1,'kw2 kw3 gw4 ym3 ym4 wm2 rw1 rm5 rw2','c5220e55',NULL,1000484.0);
INSERT INTO "log" VALUES(8,6,0,'kw3 e1 nw s','79c54ec9','k101',1000484.0);
INSERT INTO "log" VALUES(8,7,-1,'gw2','f148ca9d',NULL,1000484.0);
INSERT INTO "log" VALUES(8,8,1,'ym4 e1 ne s sw','21f1090b','k102',1000484.0);
INSERT INTO "log" VALUES(8,9,-1,'ym1','d7b6f874',NULL,1000484.0);
INSERT INTO "log" VALUES(8,10,2,'rw1 e1','aa75bb5c','k103',1000484.0);
INSERT INTO "log" VALUES(8,11,-1,'bm4','f25bfcaa',NULL,1000484.0);
INSERT INTO "log" VALUES(8,12,0,'gw4 f1 .','a1fb09fc','k104',1000484.0);
INSERT INTO "log" VALUES(8,13,-1,'gm2','d36c8712',NULL,1000484.0);
INSERT INTO "log" VALUES(8,14,1,'ym1 sw','c57f71a7','k105',1000484.0);
INSERT INTO "log" VALUES(8,15,-1,'wm4','cb50956a',NULL,1000484.0);
INSERT INTO "log" VALUES(8,16,2,'bm4 e1 nw s .','115d2cea','k106',1000484.0);
INSERT INTO "log" VALUES(8,17,-1,'rm2','cf230c98',NULL,1000484.0);
INSERT INTO "log" VALUES(8,18,0,'gw2 sw s','85fba4e8','k107',1000484.0);
INSERT INTO "log" VALUES(8,19,-1,'gw3','3b35a2ea',NULL,1000484.0);
INSERT INTO "log" VALUES(8,20,1,'wm4 .','2db92246','k108',1000484.0);
INSERT INTO "log" VALUES(8,21,-1,'wm4','1468d6cb',NULL,1000484.0);
INSERT INTO "log" VALUES(8,22,2,'rm5 .','20e556d4','k109',1000484.0);
INSERT INTO "log" VALUES(8,23,-1,'rm3','3a1ec8db',NULL,1000484.0);
INSERT INTO "log" VALUES(8,24,0,'kw2 sw n','7e050fa6','k110',1000484.0);
INSERT INTO "log" VALUES(8,25,-1,'gm4','d921b06a',NULL,1000484.0);
INSERT INTO "log" VALUES(8,26,1,'wm2 e1 se','1811ae1a','k111',1000484.0);
INSERT INTO "log" VALUES(8,27,-1,'wm5','2b5d0109',NULL,1000484.0);
INSERT INTO "log" VALUES(8,28,2,'rm2 .','0e1aa2fd','k112',1000484.0);
INSERT INTO "log" VALUES(8,29,-1,'rw4','ed6735c6',NULL,1000484.0);
INSERT INTO "log" VALUES(8,30,0,'gw3 .','4f328cca','k113',1000484.0);
INSERT INTO "log" VALUES(8,31,-1,'gm2','b17f45f2',NULL,1000484.0);
INSERT INTO "log" VALUES(8,32,1,'wm4 sw n .','2e217600','k114',1000484.0);
INSERT INTO "log" VALUES(8,33,-1,'ym5','b54c196c',NULL,1000484.0);
INSERT INTO "log" VALUES(9,1,-3,'open','','k115',1000484.0);
INSERT INTO "log" VALUES(9,2,-3,'join','','k116',1000484.0);
INSERT INTO "log" VALUES(10,1,-3,'open','','k117',1000484.0);
INSERT INTO "log" VALUES(10,2,-3,'join','','k118',1000484.0);
INSERT INTO "log" VALUES(10,3,-3,'join','','k119',1000484.0);
INSERT INTO "log" VALUES(10,4,-3,'start 1 2 0','',NULL,1000484.0);
INSERT INTO "log" VALUES(10,5,-1,'4 1 4 2 2 3 4','d2c8888e',NULL,1000484.0);
INSERT INTO "log" VALUES(10,6,-1,'g8-g9 a9-b9 f4-f6 c3-c6 j10-j11 d11-e11 h3-j3 a3-a5 i5-i7','82a89ee7',NULL,1000484.0);
INSERT INTO "log" VALUES(10,7,-1,'B@d1 A@h1 C@i1 C@e1 B@c1 A@g1 B@f1 A@g1 C@b1','09381891',NULL,1000484.0);
INSERT INTO "log" VALUES(10,8,-1,'1','9022cbf4',NULL,1000484.0);
INSERT INTO "log" VALUES(10,9,2,'e1xf1 @j1','965f260d','k120',1000484.0);
INSERT INTO "log" VALUES(10,10,-1,'5','0f2e44d8','chance:10:9',1000605.0);
INSERT INTO "log" VALUES(10,11,0,'g1-g5','e4c71476','k121',1000605.0);
INSERT INTO "log" VALUES(10,12,-1,'5','c6fe9933','chance:10:11',1000726.0);
INSERT INTO "log" VALUES(10,13,1,'d1-g3','d58dcc58','k122',1000726.0);
INSERT INTO "log" VALUES(10,14,-1,'3','b9f8f892','chance:10:13',1000847.0);
INSERT INTO "log" VALUES(10,15,2,'a3+e','eca756ab','k123',1000847.0);
INSERT INTO "log" VALUES(10,16,-1,'1','04911f26','chance:10:15',1000968.0);
INSERT INTO "log" VALUES(10,17,0,'h1-h2','9e0384f5','k124',1000968.0);
INSERT INTO "log" VALUES(10,18,-1,'3','044638d2','chance:10:17',1001089.0);
INSERT INTO "log" VALUES(10,19,1,'c1-c2','96209357','k125',1001089.0);
INSERT INTO "log" VALUES(10,20,-1,'2','71d1846e','chance:10:19',1001210.0);
INSERT INTO "log" VALUES(10,21,2,'i1-j2','0a570368','k126',1001210.0);
INSERT INTO "log" VALUES(10,22,-1,'2','2af2537c','chance:10:21',1001331.0);
INSERT INTO "log" VALUES(10,23,0,'g5>f5','a68d252e','k127',1001331.0);
INSERT INTO "log" VALUES(10,24,-1,'6','f15ab4c2','chance:10:23',1001452.0);
INSERT INTO "log" VALUES(10,25,1,'c2-a4','6278651e','k128',1001452.0);
INSERT INTO "log" VALUES(10,26,-1,'1','bbb4e2c2','chance:10:25',1001573.0);
INSERT INTO "log" VALUES(10,27,2,'b1-c1','2cbc58ae','k129',1001573.0);
INSERT INTO "log" VALUES(10,28,-1,'2','eacb00bf','chance:10:27',1001694.0);
INSERT INTO "log" VALUES(10,29,0,'h2-i1','59647cc7','k130',1001694.0);
INSERT INTO "log" VALUES(10,30,-1,'2','b2181c52','chance:10:29',1001815.0);
INSERT INTO "log" VALUES(10,31,1,'g3-f2','c434d2e5','k131',1001815.0);
INSERT INTO "log" VALUES(10,32,-1,'1','cd1b3c27','chance:10:31',1001936.0);
INSERT INTO "log" VALUES(10,33,2,'c1-b1','06d70f68','k132',1001936.0);
INSERT INTO "log" VALUES(10,34,-1,'6','9f15a6be','chance:10:33',1002057.0);
INSERT INTO "log" VALUES(10,35,0,'f5-b7','85c61cc2','k133',1002057.0);
INSERT INTO "log" VALUES(10,36,-1,'4','a4296bf3','chance:10:35',1002178.0);
INSERT INTO "log" VALUES(11,1,-3,'open','','k134',1002178.0);
INSERT INTO "log" VALUES(11,2,-3,'join','','k135',1002178.0);
INSERT INTO "log" VALUES(11,3,-3,'join','','k136',1002178.0);
INSERT INTO "log" VALUES(11,4,-3,'start 2 1 0','',NULL,1002178.0);
INSERT INTO "log" VALUES(11,5,-1,'6 4 2','07f9a71b',NULL,1002178.0);
INSERT INTO "log" VALUES(11,6,-1,'d3-d5 f3-f6 h9-i9 b10-b11 d9-d11 a5-b5 a8-b8 g11-j11 h7-j7 i3-i5','3370b94c',NULL,1002178.0);
INSERT INTO "log" VALUES(11,7,-1,'B@f1 A@i1 C@j1 A@b1 C@e1 B@a1 A@i1 B@h1 C@d1','d38f2a9e',NULL,1002178.0);
INSERT INTO "log" VALUES(11,8,-1,'1','768e7e38',NULL,1002178.0);
INSERT INTO "log" VALUES(11,9,0,'b1-b2','826e7c10','k137',1002178.0);
INSERT INTO "log" VALUES(11,10,-1,'3','a35920be','chance:11:9',1002299.0);
INSERT INTO "log" VALUES(11,11,1,'d3+e','18f92b91','k138',1002299.0);
INSERT INTO "log" VALUES(11,12,-1,'5','3376244b','chance:11:11',1002420.0);
INSERT INTO "log" VALUES(11,13,2,'e1-h3','8974a422','k139',1002420.0);
INSERT INTO "log" VALUES(11,14,-1,'3','a1cf7d69','chance:11:13',1002541.0);
INSERT INTO "log" VALUES(11,15,0,'i1-j2','3f21317b','k140',1002541.0);
INSERT INTO "log" VALUES(11,16,-1,'5','e1622cf7','chance:11:15',1002662.0);
INSERT INTO "log" VALUES(11,17,1,'a1-b1','499a5f6f','k141',1002662.0);
INSERT INTO "log" VALUES(11,18,-1,'5','3008611b','chance:11:17',1002783.0);
INSERT INTO "log" VALUES(11,19,2,'h3-h4','64063e5f','k142',1002783.0);
INSERT INTO "log" VALUES(11,20,-1,'4','991e3b29','chance:11:19',1002904.0);
INSERT INTO "log" VALUES(11,21,0,'i1-h3','5ba52901','k143',1002904.0);
INSERT INTO "log" VALUES(11,22,-1,'2','bc6db028','chance:11:21',1003025.0);
INSERT INTO "log" VALUES(11,23,1,'f1-g1','c4211457','k144',1003025.0);
INSERT INTO "log" VALUES(11,24,-1,'4','a58bd01a','chance:11:23',1003146.0);
INSERT INTO "log" VALUES(11,25,2,'j1-h2','3a3267fe','k145',1003146.0);
INSERT INTO "log" VALUES(11,26,-1,'4','0068ede6','chance:11:25',1003267.0);
INSERT INTO "log" VALUES(11,27,0,'j2-i2','dd19420f','k146',1003267.0);
INSERT INTO "log" VALUES(11,28,-1,'5','2f6a5cea','chance:11:27',1003388.0);
INSERT INTO "log" VALUES(11,29,1,'b1-d4','0304063c','k147',1003388.0);
INSERT INTO "log" VALUES(11,30,-1,'4','db68ee91','chance:11:29',1003509.0);
INSERT INTO "log" VALUES(11,31,2,'d1-b1','1177be0f','k148',1003509.0);
INSERT INTO "log" VALUES(11,32,-1,'2','cbc5210c','chance:11:31',1003630.0);
INSERT INTO "log" VALUES(11,33,0,'i2>i3','5dbad1d1','k149',1003630.0);
INSERT INTO "log" VALUES(11,34,-1,'1','f5c39654','chance:11:33',1003751.0);
INSERT INTO "log" VALUES(11,35,1,'h1xh2 @h1','87756dbe','k150',1003751.0);
INSERT INTO "log" VALUES(11,36,-1,'6','d77d676d','chance:11:35',1003872.0);
INSERT INTO "log" VALUES(11,37,-3,'leave 2','ed4459f3','k152',1003872.0);
INSERT INTO "log" VALUES(11,38,-1,'6','12e2b7d5',NULL,1003872.0);
INSERT INTO "log" VALUES(11,39,-3,'leave 1','4e66662e','k154',1003872.0);
INSERT INTO "log" VALUES(12,1,-3,'open','','k155',1003872.0);
INSERT INTO "log" VALUES(12,2,-3,'join','','k156',1003872.0);
INSERT INTO "log" VALUES(12,3,-3,'join','','k157',1003872.0);
INSERT INTO "log" VALUES(12,4,-3,'start 1 2 0','',NULL,1003872.0);
INSERT INTO "log" VALUES(12,5,-1,'5 2 6','d2c8888e',NULL,1003872.0);
INSERT INTO "log" VALUES(12,6,-1,'h9-j9 c8-c11 f5-g5 e3-h3 j4-j6 a5-b5 e9-e11 a9-a11 f7-g7 a3-b3 g11-j11','3f029508',NULL,1003872.0);
INSERT INTO "log" VALUES(12,7,-1,'C@a1 A@c1 B@h1 C@j1 A@e1 B@b1 A@e1 C@j1 B@g1','0b74bfce',NULL,1003872.0);
INSERT INTO "log" VALUES(12,8,-1,'2','aff0efe8',NULL,1003872.0);
INSERT INTO "log" VALUES(12,9,2,'a1-a2','e3341c1d','k158',1003872.0);
INSERT INTO "log" VALUES(12,10,-1,'5','a3042c3e','chance:12:9',1003993.0);
INSERT INTO "log" VALUES(12,11,0,'c1-f2','78f7b098','k159',1003993.0);
INSERT INTO "log" VALUES(12,12,-1,'5','4a05fd51','chance:12:11',1004114.0);
INSERT INTO "log" VALUES(12,13,1,'g1-j3','ad2ef7fb','k160',1004114.0);
INSERT INTO "log" VALUES(12,14,-1,'5','d9029bf8','chance:12:13',1004235.0);
INSERT INTO "log" VALUES(12,15,2,'j1-i2','ac9eaca7','k161',1004235.0);
INSERT INTO "log" VALUES(12,16,-1,'4','83f2f0d0','chance:12:15',1004356.0);
INSERT INTO "log" VALUES(12,17,0,'e1-f2','3dd65888','k162',1004356.0);
INSERT INTO "log" VALUES(12,18,-1,'6','7721594a','chance:12:17',1004477.0);
INSERT INTO "log" VALUES(12,19,1,'j3-h7','b7c4f634','k163',1004477.0);
INSERT INTO "log" VALUES(12,20,-1,'6','1f816660','chance:12:19',1004598.0);
INSERT INTO "log" VALUES(12,21,2,'a2-d5','fbb95d76','k164',1004598.0);
INSERT INTO "log" VALUES(12,22,-1,'1','516f8b06','chance:12:21',1004719.0);
INSERT INTO "log" VALUES(12,23,0,'.','d497dd7a','k165',1004719.0);
INSERT INTO "log" VALUES(12,24,-1,'6','0b09aa4f','chance:12:23',1004840.0);
INSERT INTO "log" VALUES(12,25,1,'h7-d9','8e31b784','k166',1004840.0);
INSERT INTO "log" VALUES(12,26,-1,'2','8ee9d674','chance:12:25',1004961.0);
INSERT INTO "log" VALUES(12,27,2,'j1-i2','3bbe3f18','k167',1004961.0);
INSERT INTO "log" VALUES(12,28,-1,'4','3ee1a087','chance:12:27',1005082.0);
INSERT INTO "log" VALUES(12,29,0,'e1-c3','14d5410a','k168',1005082.0);
INSERT INTO "log" VALUES(12,30,-1,'3','63ba0db9','chance:12:29',1005203.0);
INSERT INTO "log" VALUES(12,31,1,'h1-h2','593d35fe','k169',1005203.0);
INSERT INTO "log" VALUES(12,32,-1,'4','bcc5ac3a','chance:12:31',1005324.0);
INSERT INTO "log" VALUES(12,33,2,'i2-h5','5841659b','k170',1005324.0);
INSERT INTO "log" VALUES(12,34,-1,'1','71a9ef32','chance:12:33',1005445.0);
INSERT INTO "log" VALUES(12,35,0,'f2-f1','31b3cb0e','k171',1005445.0);
CREATE TABLE migrations (
    number integer primary key,
    name text not null,
    at real not null
);
INSERT INTO "migrations" VALUES(1,'first',1000000.0);
INSERT INTO "migrations" VALUES(2,'games_of_people_and_servers',1000000.0);
CREATE TABLE outbox (
    id integer primary key autoincrement,
    game integer not null references games (id),
    n integer not null,
    kind text not null,
    tries integer not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'parked')),
    message integer,
    why text,                       -- the last failure
    at real not null                -- of the last change of this row
);
INSERT INTO "outbox" VALUES(1,1,1,'lobby',0,'sent',1000,NULL,1005445.0);
INSERT INTO "outbox" VALUES(2,1,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(3,2,1,'lobby',0,'sent',1001,NULL,1005445.0);
INSERT INTO "outbox" VALUES(4,2,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(5,2,4,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(6,2,4,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(7,2,5,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(8,2,6,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(9,2,7,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(10,2,8,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(11,2,9,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(12,2,10,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(13,2,11,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(14,2,12,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(15,2,13,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(16,2,14,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(17,2,15,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(18,2,16,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(19,2,17,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(20,2,18,'turn',0,'sent',1012,NULL,1005445.0);
INSERT INTO "outbox" VALUES(21,3,1,'lobby',0,'sent',1009,NULL,1005445.0);
INSERT INTO "outbox" VALUES(22,3,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(23,3,4,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(24,3,4,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(25,3,5,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(26,3,6,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(27,3,7,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(28,3,8,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(29,3,9,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(30,3,10,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(31,3,11,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(32,3,12,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(33,3,13,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(34,3,14,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(35,3,15,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(36,3,16,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(37,3,17,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(38,3,18,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(39,3,19,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(40,3,20,'result',0,'sent',1017,NULL,1005445.0);
INSERT INTO "outbox" VALUES(41,4,1,'lobby',0,'sent',1002,NULL,1005445.0);
INSERT INTO "outbox" VALUES(42,4,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(43,4,4,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(44,4,4,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(45,4,5,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(46,4,6,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(47,4,7,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(48,4,8,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(49,4,9,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(50,4,10,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(51,4,11,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(52,4,12,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(53,4,13,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(54,4,14,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(55,4,15,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(56,4,16,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(57,4,17,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(58,4,18,'turn',0,'sent',1013,NULL,1005445.0);
INSERT INTO "outbox" VALUES(59,5,1,'lobby',0,'sent',1003,NULL,1005445.0);
INSERT INTO "outbox" VALUES(60,5,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(61,6,1,'lobby',0,'sent',1004,NULL,1005445.0);
INSERT INTO "outbox" VALUES(62,6,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(63,6,5,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(64,6,5,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(65,6,7,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(66,6,9,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(67,6,11,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(68,6,13,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(69,6,15,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(70,6,17,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(71,6,19,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(72,6,21,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(73,6,23,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(74,6,25,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(75,6,27,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(76,6,29,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(77,6,31,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(78,6,33,'turn',0,'sent',1014,NULL,1005445.0);
INSERT INTO "outbox" VALUES(79,7,1,'lobby',0,'sent',1010,NULL,1005445.0);
INSERT INTO "outbox" VALUES(80,7,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(81,7,5,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(82,7,5,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(83,7,7,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(84,7,9,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(85,7,11,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(86,7,13,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(87,7,15,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(88,7,17,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(89,7,19,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(90,7,21,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(91,7,23,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(92,7,25,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(93,7,27,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(94,7,29,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(95,7,31,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(96,7,33,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(97,7,34,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(98,7,35,'result',0,'sent',1018,NULL,1005445.0);
INSERT INTO "outbox" VALUES(99,8,1,'lobby',0,'sent',1005,NULL,1005445.0);
INSERT INTO "outbox" VALUES(100,8,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(101,8,5,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(102,8,5,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(103,8,7,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(104,8,9,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(105,8,11,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(106,8,13,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(107,8,15,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(108,8,17,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(109,8,19,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(110,8,21,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(111,8,23,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(112,8,25,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(113,8,27,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(114,8,29,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(115,8,31,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(116,8,33,'turn',0,'sent',1015,NULL,1005445.0);
INSERT INTO "outbox" VALUES(117,9,1,'lobby',0,'sent',1006,NULL,1005445.0);
INSERT INTO "outbox" VALUES(118,9,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(119,10,1,'lobby',0,'sent',1007,NULL,1005445.0);
INSERT INTO "outbox" VALUES(120,10,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(121,10,8,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(122,10,8,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(123,10,10,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(124,10,12,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(125,10,14,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(126,10,16,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(127,10,18,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(128,10,20,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(129,10,22,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(130,10,24,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(131,10,26,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(132,10,28,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(133,10,30,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(134,10,32,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(135,10,34,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(136,10,36,'turn',0,'sent',1016,NULL,1005445.0);
INSERT INTO "outbox" VALUES(137,11,1,'lobby',0,'sent',1011,NULL,1005445.0);
INSERT INTO "outbox" VALUES(138,11,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(139,11,8,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(140,11,8,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(141,11,10,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(142,11,12,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(143,11,14,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(144,11,16,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(145,11,18,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(146,11,20,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(147,11,22,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(148,11,24,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(149,11,26,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(150,11,28,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(151,11,30,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(152,11,32,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(153,11,34,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(154,11,36,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(155,11,38,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(156,11,39,'result',0,'sent',1019,NULL,1005445.0);
INSERT INTO "outbox" VALUES(157,12,1,'lobby',0,'sent',1008,NULL,1005445.0);
INSERT INTO "outbox" VALUES(158,12,2,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(159,12,8,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(160,12,8,'card',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(161,12,10,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(162,12,12,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(163,12,14,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(164,12,16,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(165,12,18,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(166,12,20,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(167,12,22,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(168,12,24,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(169,12,26,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(170,12,28,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(171,12,30,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(172,12,32,'turn',0,'sent',NULL,NULL,1005445.0);
INSERT INTO "outbox" VALUES(173,12,34,'turn',0,'sent',NULL,NULL,1005445.0);
CREATE TABLE results (
    game integer not null references games (id),
    seat integer not null,
    points integer not null,
    won integer not null,
    primary key (game, seat)
) without rowid;
INSERT INTO "results" VALUES(3,0,3,1);
INSERT INTO "results" VALUES(3,1,0,0);
INSERT INTO "results" VALUES(3,2,0,0);
INSERT INTO "results" VALUES(7,0,0,0);
INSERT INTO "results" VALUES(7,1,0,1);
INSERT INTO "results" VALUES(7,2,0,0);
INSERT INTO "results" VALUES(11,0,0,1);
INSERT INTO "results" VALUES(11,1,0,0);
INSERT INTO "results" VALUES(11,2,0,0);
CREATE TABLE seats (
    game integer not null references games (id),
    seat integer not null,
    user integer not null,
    name text not null,
    primary key (game, seat)
) without rowid;
INSERT INTO "seats" VALUES(1,0,11,'Ann');
INSERT INTO "seats" VALUES(1,1,12,'Ben');
INSERT INTO "seats" VALUES(2,0,11,'Ann');
INSERT INTO "seats" VALUES(2,1,13,'Cy');
INSERT INTO "seats" VALUES(2,2,12,'Ben');
INSERT INTO "seats" VALUES(3,0,13,'Cy');
INSERT INTO "seats" VALUES(3,1,12,'Ben');
INSERT INTO "seats" VALUES(3,2,11,'Ann');
INSERT INTO "seats" VALUES(4,0,12,'Ben');
INSERT INTO "seats" VALUES(4,1,13,'Cy');
INSERT INTO "seats" VALUES(4,2,11,'Ann');
INSERT INTO "seats" VALUES(5,0,11,'Ann');
INSERT INTO "seats" VALUES(5,1,12,'Ben');
INSERT INTO "seats" VALUES(6,0,11,'Ann');
INSERT INTO "seats" VALUES(6,1,13,'Cy');
INSERT INTO "seats" VALUES(6,2,12,'Ben');
INSERT INTO "seats" VALUES(7,0,12,'Ben');
INSERT INTO "seats" VALUES(7,1,13,'Cy');
INSERT INTO "seats" VALUES(7,2,11,'Ann');
INSERT INTO "seats" VALUES(8,0,13,'Cy');
INSERT INTO "seats" VALUES(8,1,11,'Ann');
INSERT INTO "seats" VALUES(8,2,12,'Ben');
INSERT INTO "seats" VALUES(9,0,11,'Ann');
INSERT INTO "seats" VALUES(9,1,12,'Ben');
INSERT INTO "seats" VALUES(10,0,12,'Ben');
INSERT INTO "seats" VALUES(10,1,13,'Cy');
INSERT INTO "seats" VALUES(10,2,11,'Ann');
INSERT INTO "seats" VALUES(11,0,13,'Cy');
INSERT INTO "seats" VALUES(11,1,12,'Ben');
INSERT INTO "seats" VALUES(11,2,11,'Ann');
INSERT INTO "seats" VALUES(12,0,12,'Ben');
INSERT INTO "seats" VALUES(12,1,13,'Cy');
INSERT INTO "seats" VALUES(12,2,11,'Ann');
CREATE TABLE settings (
    key text primary key,
    value text not null
) without rowid;
CREATE UNIQUE INDEX games_live on games (channel) where status in ('lobby', 'playing');
CREATE INDEX games_ended on games (channel, changed) where status in ('over', 'cancelled');
CREATE INDEX games_due on games (due) where status in ('lobby', 'playing') and due is not null;
CREATE INDEX outbox_waiting on outbox (id) where state = 'waiting';
CREATE INDEX outbox_message on outbox (message) where message is not null;
CREATE INDEX outbox_latest on outbox (game, kind) where message is not null;
CREATE INDEX seats_user on seats (user, game);
CREATE INDEX games_guild on games (guild, id) where status in ('lobby', 'playing');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',12);
INSERT INTO "sqlite_sequence" VALUES('outbox',173);
COMMIT;
