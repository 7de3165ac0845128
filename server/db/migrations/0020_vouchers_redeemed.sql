ALTER TABLE "reservation" ADD COLUMN "used_at" bigint;--> statement-breakpoint
ALTER TABLE "reservation" ADD COLUMN "used_gate_uid" uuid;--> statement-breakpoint
ALTER TABLE "reservation" ADD COLUMN "used_entry_uid" uuid;