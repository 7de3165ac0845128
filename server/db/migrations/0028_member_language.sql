CREATE TABLE "news_campaign" (
	"campaign" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"path" text NOT NULL,
	"contact" text NOT NULL,
	"started_at" bigint NOT NULL,
	"reached" uuid,
	"sent" integer DEFAULT 0 NOT NULL,
	"ended_at" bigint,
	"stopped_at" bigint
);
--> statement-breakpoint
CREATE INDEX "gate_conflict_uploaded" ON "gate_conflict" USING btree ("uploaded_at","entry_uid");--> statement-breakpoint
CREATE INDEX "gate_conflict_card" ON "gate_conflict" USING btree ((entry ->> 'code')) WHERE entry ->> 'code' like 'card:%';--> statement-breakpoint
CREATE INDEX "orders_promo" ON "orders" USING btree ("promo_code","member_id") WHERE "orders"."promo_code" is not null and state in ('pending', 'paid');--> statement-breakpoint
ALTER TABLE "promo_code" ADD COLUMN "uses_max" integer;--> statement-breakpoint
ALTER TABLE "promo_code" ADD COLUMN "member_uses_max" integer;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "locale_at" bigint;