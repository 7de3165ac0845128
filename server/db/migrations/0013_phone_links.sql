CREATE TABLE "phone_link" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"pass_uid" uuid,
	"secret_hash" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"claim_hash" text,
	"label" text,
	"confirmed_at" bigint,
	"opened_at" bigint,
	"opened_session_id" uuid
);
--> statement-breakpoint
ALTER TABLE "phone_link" ADD CONSTRAINT "phone_link_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_link_secret" ON "phone_link" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "phone_link_claim" ON "phone_link" USING btree ("claim_hash");--> statement-breakpoint
CREATE INDEX "phone_link_expires" ON "phone_link" USING btree ("expires_at");