ALTER TABLE "discount_use" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "pass" ADD COLUMN "discount_used_at" bigint;--> statement-breakpoint
-- One discount of a pass at a venue counts: the first. Later ones were recorded without a limit; they stay, marked.
UPDATE "discount_use" SET "mark" = 'used_here' WHERE "undone_at" IS NULL AND "entry_uid" IN (
	SELECT "entry_uid" FROM (
		SELECT "entry_uid", row_number() OVER (PARTITION BY "pass_uid", "venue_uid" ORDER BY "at", "entry_uid") AS "nth"
		FROM "discount_use" WHERE "undone_at" IS NULL
	) AS "standing" WHERE "nth" > 1
);--> statement-breakpoint
UPDATE "pass" SET "discount_used_at" = "first"."at" FROM (
	SELECT "pass_uid", min("at") AS "at" FROM "discount_use" WHERE "undone_at" IS NULL AND "mark" IS NULL GROUP BY "pass_uid"
) AS "first" WHERE "first"."pass_uid" = "pass"."pass_uid";--> statement-breakpoint
CREATE UNIQUE INDEX "discount_use_once" ON "discount_use" USING btree ("pass_uid","venue_uid") WHERE undone_at is null and mark is null;
