ALTER TABLE "gift" ALTER COLUMN "recipient_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "gift" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "gift" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "gift" ADD COLUMN "opened_at" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_link" ON "gift" USING btree ("link_hash");