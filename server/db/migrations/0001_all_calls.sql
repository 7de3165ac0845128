CREATE TABLE "card" (
	"card_number" text PRIMARY KEY NOT NULL,
	"qr_number" text NOT NULL,
	"gds_uid" text NOT NULL,
	"state" text NOT NULL,
	"pass_uid" uuid,
	"gate_uid" uuid,
	"registered_at" bigint
);
--> statement-breakpoint
CREATE TABLE "content" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"sort" integer NOT NULL,
	"doc" jsonb NOT NULL,
	CONSTRAINT "content_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "coupon" (
	"coupon_uid" text PRIMARY KEY NOT NULL,
	"coupon_pblcn_uid" text NOT NULL,
	"number" text NOT NULL,
	"member_id" uuid NOT NULL,
	"taken_key" text NOT NULL,
	"taken_at" bigint NOT NULL,
	"expires_at" bigint,
	"ord_uid" uuid,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "coupon_issue" (
	"coupon_pblcn_uid" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"max_discount" integer,
	"min_amount" integer DEFAULT 0 NOT NULL,
	"target" text,
	"gds_tycd" text,
	"gds_dtl_uid" text,
	"way" text NOT NULL,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint,
	"valid_days" integer,
	"expires_at" bigint,
	"available" integer,
	"sample" boolean NOT NULL,
	CONSTRAINT "coupon_issue_available" CHECK ("coupon_issue"."available" >= 0)
);
--> statement-breakpoint
CREATE TABLE "paper_coupon" (
	"coupon_uid" text PRIMARY KEY NOT NULL,
	"coupon_pblcn_uid" text NOT NULL,
	"taken_at" bigint
);
--> statement-breakpoint
CREATE TABLE "file" (
	"file_uid" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_at" bigint NOT NULL,
	"used_by" uuid,
	"shown" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_content" (
	"file_uid" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_seen" (
	"seen_id" text PRIMARY KEY NOT NULL,
	"entry_uid" uuid NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gate" (
	"gate_uid" uuid PRIMARY KEY NOT NULL,
	"place_kind" text NOT NULL,
	"place_uid" text NOT NULL,
	"label" text,
	"credential_hash" text NOT NULL,
	"enrolled_at" bigint NOT NULL,
	"revoked_at" bigint,
	"contact_at" bigint NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gate_code" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"place_kind" text NOT NULL,
	"place_uid" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "gate_conflict" (
	"gate_uid" uuid NOT NULL,
	"entry_uid" uuid NOT NULL,
	"reason" text NOT NULL,
	"pass_uid" uuid,
	"entry" jsonb NOT NULL,
	"uploaded_at" bigint NOT NULL,
	CONSTRAINT "gate_conflict_gate_uid_entry_uid_pk" PRIMARY KEY("gate_uid","entry_uid")
);
--> statement-breakpoint
CREATE TABLE "gate_held" (
	"gate_uid" uuid NOT NULL,
	"pass_uid" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"time" bigint NOT NULL,
	"arrived_at" bigint NOT NULL,
	CONSTRAINT "gate_held_gate_uid_pass_uid_pk" PRIMARY KEY("gate_uid","pass_uid")
);
--> statement-breakpoint
CREATE TABLE "gift" (
	"gift_uid" uuid PRIMARY KEY NOT NULL,
	"pass_uid" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"state" text NOT NULL,
	"message" text NOT NULL,
	"sent_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "goods" (
	"gds_uid" text PRIMARY KEY NOT NULL,
	"gds_tycd" text NOT NULL,
	"sort" integer NOT NULL,
	"on_sale" boolean NOT NULL,
	"doc" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goods_option" (
	"gds_dtl_uid" text PRIMARY KEY NOT NULL,
	"gds_uid" text NOT NULL,
	"sort" integer NOT NULL,
	"on_sale" boolean NOT NULL,
	"price" integer NOT NULL,
	"capacity" integer NOT NULL,
	"confirmation" text NOT NULL,
	"doc" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goods_stock" (
	"gds_dtl_uid" text NOT NULL,
	"slot" text NOT NULL,
	"total" integer NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "goods_stock_gds_dtl_uid_slot_pk" PRIMARY KEY("gds_dtl_uid","slot")
);
--> statement-breakpoint
CREATE TABLE "job" (
	"key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"args" jsonb NOT NULL,
	"written_at" bigint NOT NULL,
	"due_at" bigint,
	"lease" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"done_at" bigint
);
--> statement-breakpoint
CREATE TABLE "identity" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"member_id" uuid NOT NULL,
	"linked_at" bigint NOT NULL,
	CONSTRAINT "identity_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "sns_flow" (
	"state" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"secret" text NOT NULL,
	"keep" boolean NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "sns_guest" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "temporary_password" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"values" jsonb NOT NULL,
	"at" bigint NOT NULL,
	"read_at" bigint
);
--> statement-breakpoint
CREATE TABLE "discount_use" (
	"entry_uid" uuid PRIMARY KEY NOT NULL,
	"pass_uid" uuid NOT NULL,
	"venue_uid" text NOT NULL,
	"at" bigint NOT NULL,
	"gate_uid" uuid,
	"by" text,
	"skew_ms" bigint,
	"late" boolean DEFAULT false NOT NULL,
	"undone_at" bigint,
	"undo_reason" text,
	"undo_note" text
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"pass_uid" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"made_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"entry_uid" uuid
);
--> statement-breakpoint
CREATE TABLE "point_account" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"balance" integer NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "point_account_balance" CHECK ("point_account"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "point_entry" (
	"entry_uid" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"balance" integer NOT NULL,
	"ord_uid" uuid NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_setting" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"subscribed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "money_back" (
	"key" text PRIMARY KEY NOT NULL,
	"ord_uid" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"asked_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"refund_uid" uuid PRIMARY KEY NOT NULL,
	"ord_uid" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"state" text NOT NULL,
	"desk" boolean NOT NULL,
	"why_cd" text NOT NULL,
	"etc_why" text NOT NULL,
	"pass_uids" jsonb NOT NULL,
	"amount" integer NOT NULL,
	"whole" boolean NOT NULL,
	"money_key" text,
	"requested_at" bigint NOT NULL,
	"ended_at" bigint,
	"refusal" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "reservation" (
	"rsvt_uid" uuid PRIMARY KEY NOT NULL,
	"rsvt_number" text NOT NULL,
	"member_id" uuid NOT NULL,
	"quote_uid" uuid NOT NULL,
	"ord_uid" uuid,
	"gds_uid" text NOT NULL,
	"gds_dtl_uid" text NOT NULL,
	"gds_tycd" text NOT NULL,
	"price_sn" text NOT NULL,
	"goods_cnt" integer NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"confirmation" text NOT NULL,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL,
	"valid_days" integer,
	"cancel_until" bigint,
	"hold_until" bigint NOT NULL,
	"guest_name" text NOT NULL,
	"guest_email" text NOT NULL,
	"guest_mobile" text,
	"wish" text,
	"reserved_at" bigint NOT NULL,
	"paid_at" bigint,
	"confirmed_at" bigint,
	"cancel_asked_at" bigint,
	"ended_at" bigint,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "review" (
	"review_uid" uuid PRIMARY KEY NOT NULL,
	"rsvt_uid" uuid NOT NULL,
	"gds_uid" text NOT NULL,
	"gds_dtl_uid" text NOT NULL,
	"member_id" uuid,
	"author" text NOT NULL,
	"rating" integer NOT NULL,
	"content" text NOT NULL,
	"written_at" bigint NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"answer" text,
	"answered_at" bigint
);
--> statement-breakpoint
CREATE TABLE "review_report" (
	"review_uid" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"reported_at" bigint NOT NULL,
	CONSTRAINT "review_report_review_uid_member_id_pk" PRIMARY KEY("review_uid","member_id")
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"gds_dtl_uid" text NOT NULL,
	"slice" integer NOT NULL,
	"units" integer NOT NULL,
	CONSTRAINT "stock_gds_dtl_uid_slice_pk" PRIMARY KEY("gds_dtl_uid","slice"),
	CONSTRAINT "stock_units" CHECK ("stock"."units" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_taken" (
	"ord_uid" uuid NOT NULL,
	"gds_dtl_uid" text NOT NULL,
	"slice" integer NOT NULL,
	"units" integer NOT NULL,
	CONSTRAINT "stock_taken_ord_uid_slice_pk" PRIMARY KEY("ord_uid","slice")
);
--> statement-breakpoint
ALTER TABLE "member" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "pass_type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "medium" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "window_hours" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "cancel_days" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ALTER COLUMN "pass_type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ALTER COLUMN "medium" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ALTER COLUMN "window_hours" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ALTER COLUMN "cancel_days" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pass" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiry" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "photo" uuid;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "withdrawn_at" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kind" text DEFAULT 'pass' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "price_sn" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon_uid" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receipt_place_uid" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "disputed_at" bigint;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "kind" text DEFAULT 'pass' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "price_sn" text;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "coupon_uid" text;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "gate_uid" uuid;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "by" text;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "skew_ms" bigint;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "undone_at" bigint;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "undo_reason" text;--> statement-breakpoint
ALTER TABLE "admission" ADD COLUMN "undo_note" text;--> statement-breakpoint
ALTER TABLE "pass" ADD COLUMN "revoked_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pass" ADD COLUMN "collected_at" bigint;--> statement-breakpoint
ALTER TABLE "pass" ADD COLUMN "gift_uid" uuid;--> statement-breakpoint
ALTER TABLE "pass" ADD COLUMN "refund_uid" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "password_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "file_content" ADD CONSTRAINT "file_content_file_uid_file_file_uid_fk" FOREIGN KEY ("file_uid") REFERENCES "public"."file"("file_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temporary_password" ADD CONSTRAINT "temporary_password_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_setting" ADD CONSTRAINT "push_setting_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_report" ADD CONSTRAINT "review_report_review_uid_review_review_uid_fk" FOREIGN KEY ("review_uid") REFERENCES "public"."review"("review_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_qr" ON "card" USING btree ("qr_number");--> statement-breakpoint
CREATE UNIQUE INDEX "card_pass" ON "card" USING btree ("pass_uid");--> statement-breakpoint
CREATE INDEX "card_state" ON "card" USING btree ("state");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_taken" ON "coupon" USING btree ("taken_key");--> statement-breakpoint
CREATE INDEX "coupon_member" ON "coupon" USING btree ("member_id","taken_at");--> statement-breakpoint
CREATE INDEX "coupon_order" ON "coupon" USING btree ("ord_uid");--> statement-breakpoint
CREATE INDEX "file_member" ON "file" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "file_used_by" ON "file" USING btree ("used_by","uploaded_at");--> statement-breakpoint
CREATE INDEX "code_seen_at" ON "code_seen" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "gate_credential" ON "gate" USING btree ("credential_hash");--> statement-breakpoint
CREATE INDEX "gate_code_expires" ON "gate_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "gate_conflict_pass" ON "gate_conflict" USING btree ("pass_uid");--> statement-breakpoint
CREATE INDEX "gate_held_arrived" ON "gate_held" USING btree ("arrived_at");--> statement-breakpoint
CREATE INDEX "gift_sender" ON "gift" USING btree ("sender_id","sent_at");--> statement-breakpoint
CREATE INDEX "gift_recipient" ON "gift" USING btree ("recipient_id","sent_at");--> statement-breakpoint
CREATE INDEX "gift_pass" ON "gift" USING btree ("pass_uid");--> statement-breakpoint
CREATE INDEX "goods_option_goods" ON "goods_option" USING btree ("gds_uid","sort");--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "job_done" ON "job" USING btree ("done_at");--> statement-breakpoint
CREATE INDEX "identity_member" ON "identity" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sns_flow_expires" ON "sns_flow" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sns_guest_expires" ON "sns_guest" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "news_key" ON "news" USING btree ("key");--> statement-breakpoint
CREATE INDEX "news_newest" ON "news" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "discount_use_pass" ON "discount_use" USING btree ("pass_uid","at");--> statement-breakpoint
CREATE INDEX "one_time_code_pass" ON "one_time_code" USING btree ("pass_uid","made_at");--> statement-breakpoint
CREATE INDEX "one_time_code_expires" ON "one_time_code" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "point_entry_seq" ON "point_entry" USING btree ("member_id","seq");--> statement-breakpoint
CREATE INDEX "point_entry_order" ON "point_entry" USING btree ("ord_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscription_endpoint" ON "push_subscription" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscription_member" ON "push_subscription" USING btree ("member_id","subscribed_at");--> statement-breakpoint
CREATE INDEX "money_back_order" ON "money_back" USING btree ("ord_uid");--> statement-breakpoint
CREATE INDEX "refund_member" ON "refund" USING btree ("member_id","requested_at");--> statement-breakpoint
CREATE INDEX "refund_order" ON "refund" USING btree ("ord_uid");--> statement-breakpoint
CREATE INDEX "refund_money" ON "refund" USING btree ("money_key");--> statement-breakpoint
CREATE UNIQUE INDEX "reservation_number" ON "reservation" USING btree ("rsvt_number");--> statement-breakpoint
CREATE UNIQUE INDEX "reservation_quote" ON "reservation" USING btree ("quote_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "reservation_order" ON "reservation" USING btree ("ord_uid");--> statement-breakpoint
CREATE INDEX "reservation_member" ON "reservation" USING btree ("member_id","reserved_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_reservation" ON "review" USING btree ("rsvt_uid");--> statement-breakpoint
CREATE INDEX "review_goods" ON "review" USING btree ("gds_uid","written_at");--> statement-breakpoint
CREATE INDEX "stock_taken_option" ON "stock_taken" USING btree ("gds_dtl_uid");--> statement-breakpoint
CREATE INDEX "member_mobile" ON "member" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX "pass_revoked" ON "pass" USING btree ("revoked_until");--> statement-breakpoint
CREATE INDEX "pass_certificate" ON "pass" USING btree ("certificate_not_after");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK (kind = 'goods' or (pass_type is not null and medium is not null and window_hours is not null and cancel_days is not null));