CREATE TABLE "mail_content" (
	"key" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"locale" text NOT NULL,
	"letter" text NOT NULL,
	"values" jsonb NOT NULL,
	"written_at" bigint NOT NULL,
	"until" bigint NOT NULL
);
