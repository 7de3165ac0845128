CREATE TABLE "operator_change" (
	"change_uid" uuid PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"operator" text NOT NULL,
	"target" text NOT NULL,
	"field" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "seed_record" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"hash" text NOT NULL,
	"edited_at" bigint,
	"edited_by" text,
	CONSTRAINT "seed_record_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "catalogue_state" ADD COLUMN "seed_version" text;--> statement-breakpoint
ALTER TABLE "catalogue_state" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_state" ADD COLUMN "stopped_at" bigint;--> statement-breakpoint
CREATE INDEX "operator_change_target" ON "operator_change" USING btree ("target","at");--> statement-breakpoint
INSERT INTO "seed_record" ("kind", "id", "hash")
SELECT 'attractions', "gds_uid", '' FROM "attraction"
UNION ALL SELECT 'courses', "id", '' FROM "course"
UNION ALL SELECT 'products', "gds_uid", '' FROM "product"
UNION ALL SELECT 'terms', "code", '' FROM "terms"
UNION ALL SELECT 'goods', "gds_uid", '' FROM "goods"
UNION ALL SELECT 'options', "gds_dtl_uid", '' FROM "goods_option"
UNION ALL SELECT "kind", "id", '' FROM "content"
ON CONFLICT DO NOTHING;
