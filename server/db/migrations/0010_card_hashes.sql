CREATE TABLE "printed_card" (
	"number_hash" text PRIMARY KEY NOT NULL,
	"last_four" text NOT NULL,
	"qr_hash" text NOT NULL,
	"qr_sealed" text NOT NULL,
	"gds_uid" text NOT NULL,
	"state" text NOT NULL,
	"pass_uid" uuid,
	"gate_uid" uuid,
	"registered_at" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "printed_card_qr" ON "printed_card" USING btree ("qr_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "printed_card_pass" ON "printed_card" USING btree ("pass_uid");--> statement-breakpoint
CREATE INDEX "printed_card_state" ON "printed_card" USING btree ("state");