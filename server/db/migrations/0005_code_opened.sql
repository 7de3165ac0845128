ALTER TABLE "pass" ADD COLUMN "code_time" bigint;--> statement-breakpoint
ALTER TABLE "pass" ADD COLUMN "code_at" bigint;