CREATE TABLE "record_photo" (
	"photo_uid" uuid PRIMARY KEY NOT NULL,
	"gds_uid" text NOT NULL,
	"sort" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"color" text NOT NULL,
	"credit" text NOT NULL,
	"alt" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"source_hash" text NOT NULL,
	"added_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "record_photo_gds" ON "record_photo" USING btree ("gds_uid","sort");--> statement-breakpoint
CREATE UNIQUE INDEX "record_photo_source" ON "record_photo" USING btree ("gds_uid","source_hash");