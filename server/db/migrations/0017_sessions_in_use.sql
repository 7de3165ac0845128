ALTER TABLE "device" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "used_at" bigint;