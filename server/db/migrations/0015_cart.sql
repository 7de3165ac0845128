ALTER TABLE "orders" DROP CONSTRAINT "orders_kind";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cart_uid" uuid;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "cart_uid" uuid;--> statement-breakpoint
CREATE INDEX "orders_cart" ON "orders" USING btree ("cart_uid");--> statement-breakpoint
CREATE INDEX "quote_cart" ON "quote" USING btree ("cart_uid");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK (kind in ('goods', 'cart') or (pass_type is not null and medium is not null and window_hours is not null and cancel_days is not null));