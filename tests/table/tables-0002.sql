-- Two unfinished tables as Byways kept them in SQLite when words were still in the digest of components.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	entry TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',0,'{"entry":"happen","what":"BGYW"}',1.79483401013030433651e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',1,'{"entry":"choose","seat":0,"choice":"draw d6 from e6"}',1.79483401014898610111e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',2,'{"entry":"choose","seat":1,"choice":"draw d4 from e4"}',1.79483401016078639028e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',3,'{"entry":"folded","seen_by":[0]}',1.79483401017263722414e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',4,'{"entry":"folded","seen_by":[0]}',1.79483401018468117713e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',5,'{"entry":"choose","seat":1,"choice":"draw e5 from d4"}',1.7948340101924569607e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',6,'{"entry":"choose","seat":0,"choice":"draw c6 from d6"}',1.79483401020056533808e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',7,'{"entry":"hint","seat":0,"choice":"draw c5 from c6"}',1.79483401376545572284e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',8,'{"entry":"choose","seat":1,"choice":"done"}',1.79483401376743507385e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',9,'{"entry":"choose","seat":0,"choice":"done"}',1.79483401376889252663e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',10,'{"entry":"happen","what":"GARW"}',1.79483401376889252663e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',11,'{"entry":"choose","seat":1,"choice":"done"}',1.79483401377112364773e+09);
INSERT INTO "entries" VALUES('Q7WKZOdc9a2h',12,'{"entry":"choose","seat":0,"choice":"draw b5 from c6"}',1.79483401377208280557e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',0,'{"entry":"choose","seat":0,"choice":"pick deputy"}',1.79483401402393198016e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',1,'{"entry":"choose","seat":1,"choice":"pick undertaker"}',1.79483401402543377872e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',2,'{"entry":"happen","what":"left"}',1.79483401402644562718e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',3,'{"entry":"choose","seat":0,"choice":"pick scout"}',1.79483401402952384945e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',4,'{"entry":"choose","seat":1,"choice":"pick judge"}',1.79483401403043317792e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',5,'{"entry":"happen","what":"left"}',1.79483401403144121168e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',6,'{"entry":"choose","seat":0,"choice":"pick saloon-girl"}',1.79483401403356671336e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',7,'{"entry":"choose","seat":1,"choice":"pick drover"}',1.79483401403447556492e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',8,'{"entry":"happen","what":"left"}',1.79483401403542971608e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',9,'{"entry":"choose","seat":0,"choice":"pick stockman"}',1.79483401403837609291e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',10,'{"entry":"choose","seat":1,"choice":"pick farrier"}',1.79483401403928971291e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',11,'{"entry":"happen","what":"left"}',1.79483401404023075109e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',12,'{"entry":"choose","seat":0,"choice":"pick prospector"}',1.79483401404322218892e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',13,'{"entry":"choose","seat":1,"choice":"pick stage-driver"}',1.79483401404423832895e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',14,'{"entry":"happen","what":"left"}',1.7948340140452303886e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',15,'{"entry":"choose","seat":0,"choice":"change store-1"}',1.79483401404871511456e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',16,'{"entry":"choose","seat":0,"choice":"change saloon-1"}',1794834014.04988);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',17,'{"entry":"choose","seat":0,"choice":"change canyon-2"}',1.79483401405074262618e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',18,'{"entry":"choose","seat":0,"choice":"draw"}',1.79483401405167627331e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',19,'{"entry":"happen","what":"ranch-1"}',1.79483401405167627331e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',20,'{"entry":"happen","what":"crossroads-1"}',1.79483401405167627331e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',21,'{"entry":"happen","what":"saloon-2"}',1.79483401405167627331e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',22,'{"entry":"choose","seat":0,"choice":"play ranch-1 tepee"}',1.79483401405317807199e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',23,'{"entry":"choose","seat":0,"choice":"reward dagger"}',1.79483401405406141283e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',24,'{"entry":"choose","seat":0,"choice":"play crossroads-1 tepee"}',1.79483401405495119097e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',25,'{"entry":"choose","seat":0,"choice":"reward dagger"}',1.79483401405580329898e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',26,'{"entry":"choose","seat":0,"choice":"buy pistol"}',1.79483401405669331547e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',27,'{"entry":"choose","seat":0,"choice":"end"}',1.79483401405765843395e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',28,'{"entry":"happen","what":"relay-1"}',1.79483401405765843395e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',29,'{"entry":"happen","what":"canyon-1"}',1.79483401405765843395e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',30,'{"entry":"choose","seat":1,"choice":"change store-2"}',1.79483401405870461467e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',31,'{"entry":"choose","seat":1,"choice":"draw"}',1.79483401405978679654e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',32,'{"entry":"happen","what":"river-1"}',1.79483401405978679654e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',33,'{"entry":"choose","seat":1,"choice":"play river-1 rock"}',1.79483401406086707117e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',34,'{"entry":"choose","seat":1,"choice":"assign undertaker"}',1.79483401406165194507e+09);
INSERT INTO "entries" VALUES('pLPu5QJV67ng',35,'{"entry":"choose","seat":1,"choice":"ford ranch-1 tepee"}',1.79483401406251502031e+09);
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	bot VARCHAR(64), 
	"key" VARCHAR(64), 
	holder VARCHAR(64), 
	name VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('Q7WKZOdc9a2h',0,'person',NULL,'c6d2bf405b491141be36e30f4d36bdd924f5545d725fc827f27331b0a899326b','2744ccd10c7533bd736ad890f9dd5cab2adb27b07d500b9493f29cdc420cb2e0','Ann');
INSERT INTO "seats" VALUES('Q7WKZOdc9a2h',1,'person',NULL,'92e02178fc42ee9e2b90ef46d7483fdefa91c720974b774641c504928722a9e3','2744ccd10c7533bd736ad890f9dd5cab2adb27b07d500b9493f29cdc420cb2e0','Bob');
INSERT INTO "seats" VALUES('pLPu5QJV67ng',0,'person',NULL,'23b0a252e96d132b1ad305f06fde4a6c836ba6ead01793b997f9d4cb58a75127','2744ccd10c7533bd736ad890f9dd5cab2adb27b07d500b9493f29cdc420cb2e0','');
INSERT INTO "seats" VALUES('pLPu5QJV67ng',1,'free',NULL,'dada24a85f4607f35af0083a69fbd000d1efba95a0a507ecdd28cb9d0addba68',NULL,'');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	head TEXT NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	public BOOLEAN NOT NULL, 
	clock DOUBLE, 
	created DOUBLE NOT NULL, 
	ended DOUBLE, 
	outcome TEXT, 
	rematch VARCHAR(32), changes INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('Q7WKZOdc9a2h','traxx','{"game":"traxx","version":1,"components":"3cf7f13e0c5c1723","options":{},"players":["person","person"],"setup":{"starts":["e6","e4"]},"entries":[

]}
','0',1,NULL,1.79483401005398654935e+09,NULL,NULL,NULL,0);
INSERT INTO "tables" VALUES('pLPu5QJV67ng','long_road','{"game":"long_road","version":1,"components":"8d61b053f996eac7","options":{"draft":true,"open":false,"companeros":false},"players":["person","person"],"setup":{"open":false,"companeros":false,"star":0,"hands":[[2,6,11],[20,22,23]],"destinations":[1,6,11],"bosses":[3,4],"end":0,"packs":[],"packets":[[7,9,10,13,22,27],[5,6,16,20,21,24]]},"entries":[

]}
','1',0,600.0,1.7948340140015172959e+09,NULL,NULL,NULL,0);
CREATE INDEX ix_seats_holder ON seats (holder);
CREATE INDEX ix_seats_key ON seats ("key");
COMMIT;
