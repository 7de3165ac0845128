ALTER TABLE "job" ADD COLUMN "waits_since" bigint;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "privacy_version" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "marketing_version" text;--> statement-breakpoint
CREATE INDEX "job_waits" ON "job" USING btree ("waits_since") WHERE due_at is not null and waits_since is not null;