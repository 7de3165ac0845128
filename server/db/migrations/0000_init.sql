CREATE TABLE "attraction" (
	"gds_uid" text PRIMARY KEY NOT NULL,
	"sort" integer NOT NULL,
	"pass_group" text,
	"doc" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_state" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course" (
	"id" text PRIMARY KEY NOT NULL,
	"sort" integer NOT NULL,
	"doc" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product" (
	"gds_uid" text PRIMARY KEY NOT NULL,
	"gds_dtl_uid" text NOT NULL,
	"sort" integer NOT NULL,
	"pass_type" text NOT NULL,
	"medium" text NOT NULL,
	"price" integer NOT NULL,
	"window_hours" integer NOT NULL,
	"on_sale" boolean NOT NULL,
	"sold_out" boolean NOT NULL,
	"doc" jsonb NOT NULL,
	CONSTRAINT "product_gds_dtl_uid_unique" UNIQUE("gds_dtl_uid")
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"code" text PRIMARY KEY NOT NULL,
	"sort" integer NOT NULL,
	"doc" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cert_code" (
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"tries" integer NOT NULL,
	"expires_at" bigint NOT NULL,
	"resend_at" bigint NOT NULL,
	"proof_id" uuid,
	CONSTRAINT "cert_code_email_purpose_pk" PRIMARY KEY("email","purpose")
);
--> statement-breakpoint
CREATE TABLE "cert_proof" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "device" (
	"device_uid" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"algorithm" text NOT NULL,
	"public_key" text NOT NULL,
	"label" text,
	"registered_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_nonce" (
	"nonce" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "pass_move" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pass_uid" uuid NOT NULL,
	"from_device_uid" uuid NOT NULL,
	"to_device_uid" uuid NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourite" (
	"member_id" uuid NOT NULL,
	"gds_uid" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "favourite_member_id_gds_uid_pk" PRIMARY KEY("member_id","gds_uid")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text,
	"at" bigint NOT NULL,
	CONSTRAINT "idempotency_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "counter" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"member_id" uuid,
	"email" text NOT NULL,
	"content" text NOT NULL,
	"written_at" bigint NOT NULL,
	"answer" text,
	"answered_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"key" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"locale" text NOT NULL,
	"letter" text NOT NULL,
	"values" jsonb NOT NULL,
	"written_at" bigint NOT NULL,
	"until" bigint NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" bigint
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"eng_surname" text NOT NULL,
	"eng_nm" text NOT NULL,
	"gender" text NOT NULL,
	"birth_year" integer,
	"ntn_cd" text,
	"mobile" text,
	"terms_at" bigint NOT NULL,
	"privacy_at" bigint NOT NULL,
	"marketing_at" bigint,
	"joined_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"ord_uid" uuid PRIMARY KEY NOT NULL,
	"quote_uid" uuid NOT NULL,
	"order_number" text NOT NULL,
	"member_id" uuid NOT NULL,
	"gds_uid" text NOT NULL,
	"gds_dtl_uid" text NOT NULL,
	"pass_type" text NOT NULL,
	"medium" text NOT NULL,
	"pass_cnt" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"discount" integer NOT NULL,
	"amount" integer NOT NULL,
	"promo_code" text,
	"window_hours" integer NOT NULL,
	"cancel_days" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"method" text NOT NULL,
	"locale" text NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"buyer_mobile" text,
	"payment_key" text NOT NULL,
	"pay_url" text,
	"ordered_at" bigint NOT NULL,
	"charge_at" bigint,
	"paid_at" bigint,
	"cancel_until" bigint,
	"closed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "order_job" (
	"ord_uid" uuid PRIMARY KEY NOT NULL,
	"due_at" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ord_uid" uuid NOT NULL,
	"source" text NOT NULL,
	"result" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promo_code" (
	"code" text PRIMARY KEY NOT NULL,
	"percent" integer NOT NULL,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint,
	"sample" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote" (
	"quote_uid" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"gds_uid" text NOT NULL,
	"gds_dtl_uid" text NOT NULL,
	"pass_type" text NOT NULL,
	"medium" text NOT NULL,
	"pass_cnt" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"discount" integer NOT NULL,
	"amount" integer NOT NULL,
	"promo_code" text,
	"window_hours" integer NOT NULL,
	"cancel_days" integer NOT NULL,
	"quoted_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admission" (
	"admission_uid" uuid PRIMARY KEY NOT NULL,
	"pass_uid" uuid NOT NULL,
	"gds_uid" text NOT NULL,
	"pass_group" text,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pass" (
	"pass_uid" uuid PRIMARY KEY NOT NULL,
	"ord_uid" uuid NOT NULL,
	"unit" integer NOT NULL,
	"order_number" text NOT NULL,
	"member_id" uuid NOT NULL,
	"gds_uid" text NOT NULL,
	"pass_type" text NOT NULL,
	"medium" text NOT NULL,
	"holder" text NOT NULL,
	"window_hours" integer NOT NULL,
	"purchased_at" bigint NOT NULL,
	"valid_until" bigint NOT NULL,
	"activated_at" bigint,
	"voided" text,
	"device_uid" uuid,
	"epoch" integer DEFAULT 0 NOT NULL,
	"certificate" text,
	"certificate_not_after" bigint
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"keep" boolean NOT NULL,
	"generation" integer NOT NULL,
	"rotated_at" bigint NOT NULL,
	"started_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"next_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cert_code_expires" ON "cert_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "cert_proof_expires" ON "cert_proof" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_key" ON "device" USING btree ("member_id","public_key");--> statement-breakpoint
CREATE INDEX "device_nonce_expires" ON "device_nonce" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pass_move_pass" ON "pass_move" USING btree ("pass_uid","at");--> statement-breakpoint
CREATE INDEX "favourite_newest" ON "favourite" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_at" ON "idempotency" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_number" ON "inquiry" USING btree ("number");--> statement-breakpoint
CREATE INDEX "inquiry_newest" ON "inquiry" USING btree ("member_id","written_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_next" ON "mail_outbox" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "member_email" ON "member" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_quote" ON "orders" USING btree ("quote_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_key" ON "orders" USING btree ("payment_key");--> statement-breakpoint
CREATE INDEX "orders_member" ON "orders" USING btree ("member_id","ordered_at");--> statement-breakpoint
CREATE INDEX "order_job_due" ON "order_job" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "payment_log_order" ON "payment_log" USING btree ("ord_uid");--> statement-breakpoint
CREATE INDEX "quote_expires" ON "quote" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "admission_pass" ON "admission" USING btree ("pass_uid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "pass_unit" ON "pass" USING btree ("ord_uid","unit");--> statement-breakpoint
CREATE INDEX "pass_member" ON "pass" USING btree ("member_id","purchased_at");--> statement-breakpoint
CREATE INDEX "pass_device" ON "pass" USING btree ("device_uid");--> statement-breakpoint
CREATE INDEX "session_member" ON "session" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttle_next" ON "throttle" USING btree ("next_at");