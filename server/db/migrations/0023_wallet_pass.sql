CREATE TABLE "wallet_pass" (
	"wallet_uid" uuid PRIMARY KEY NOT NULL,
	"pass_uid" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"wallet" text NOT NULL,
	"code_hash" text NOT NULL,
	"added_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_pass_code" ON "wallet_pass" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_pass_live" ON "wallet_pass" USING btree ("pass_uid","wallet") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "wallet_pass_member" ON "wallet_pass" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "wallet_pass_ended" ON "wallet_pass" USING btree ("ended_at");