CREATE TABLE "question" (
	"question_uid" uuid PRIMARY KEY NOT NULL,
	"gds_uid" text NOT NULL,
	"member_id" uuid NOT NULL,
	"author" text NOT NULL,
	"content" text NOT NULL,
	"is_private" boolean NOT NULL,
	"written_at" bigint NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"answer" text,
	"answered_at" bigint
);
--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_goods" ON "question" USING btree ("gds_uid","written_at");--> statement-breakpoint
CREATE INDEX "question_member" ON "question" USING btree ("member_id","written_at");