CREATE TABLE "point_pending" (
	"ord_uid" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"due_at" bigint NOT NULL,
	CONSTRAINT "point_pending_taken" CHECK ("point_pending"."taken" between 0 and "point_pending"."amount")
);
--> statement-breakpoint
CREATE INDEX "point_pending_member" ON "point_pending" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "point_pending_due" ON "point_pending" USING btree ("due_at");