CREATE TABLE "goods_code" (
	"code_uid" uuid PRIMARY KEY NOT NULL,
	"gds_dtl_uid" text NOT NULL,
	"code_hash" text NOT NULL,
	"code_sealed" text NOT NULL,
	"expires_at" bigint,
	"rsvt_uid" uuid,
	"loaded_at" bigint NOT NULL,
	"shown_at" bigint,
	"used_at" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "goods_code_hash" ON "goods_code" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "goods_code_option" ON "goods_code" USING btree ("gds_dtl_uid","rsvt_uid");--> statement-breakpoint
CREATE INDEX "goods_code_reservation" ON "goods_code" USING btree ("rsvt_uid");