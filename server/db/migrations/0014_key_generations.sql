CREATE TABLE "signing_key" (
	"kind" text NOT NULL,
	"generation" integer NOT NULL,
	"made_at" bigint NOT NULL,
	"signs_at" bigint NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "signing_key_kind_generation_pk" PRIMARY KEY("kind","generation")
);
