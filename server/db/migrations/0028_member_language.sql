ALTER TABLE "member" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "locale_at" bigint;--> statement-breakpoint
CREATE INDEX "gate_conflict_uploaded" ON "gate_conflict" USING btree ("uploaded_at","entry_uid");--> statement-breakpoint
CREATE INDEX "gate_conflict_card" ON "gate_conflict" USING btree ((entry ->> 'code')) WHERE entry ->> 'code' like 'card:%';