ALTER TABLE "point_account" ADD COLUMN "expiry_due_at" bigint;--> statement-breakpoint
ALTER TABLE "point_entry" ADD COLUMN "expire_at" bigint;--> statement-breakpoint
CREATE INDEX "point_account_expiry_due" ON "point_account" USING btree ("expiry_due_at") WHERE "point_account"."expiry_due_at" is not null;