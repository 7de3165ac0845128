CREATE TABLE "group_list" (
	"valid_from" bigint PRIMARY KEY NOT NULL,
	"groups" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pass" ADD COLUMN "group_list_from" bigint;--> statement-breakpoint
-- The groups of this moment are the first list: passes that were started before go on counting by it.
INSERT INTO "group_list" ("valid_from", "groups")
	SELECT 0, jsonb_object_agg("gds_uid", "doc"->'pass'->>'group') FROM "attraction"
	WHERE "doc"->'pass'->>'included' = 'true' AND "doc"->'pass'->>'group' IS NOT NULL HAVING count(*) > 0;--> statement-breakpoint
UPDATE "pass" SET "group_list_from" = 0 WHERE "activated_at" IS NOT NULL;
