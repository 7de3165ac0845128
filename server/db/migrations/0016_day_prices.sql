ALTER TABLE "quote" ADD COLUMN "night_prices" jsonb;--> statement-breakpoint
ALTER TABLE "reservation" ADD COLUMN "night_prices" jsonb;