CREATE TABLE "root_secret" (
	"root_id" text PRIMARY KEY NOT NULL,
	"made_at" bigint NOT NULL,
	"signs_at" bigint NOT NULL,
	"revoked_at" bigint,
	"sealed_at" bigint
);
--> statement-breakpoint
ALTER TABLE "signing_key" ADD COLUMN "root_id" text;