import { eq } from 'drizzle-orm'
import * as gateCalls from '#contract/calls/gate.ts'
import { refundPass } from '#contract/calls/refund.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { admission, pass } from '#server/db/schema/pass.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import type { Gateway } from '#server/outside/payment/gateway.ts'
import { makePhone, type Phone } from '../passes/phone.ts'
import { type Engine, openShop } from '../payment/shop.ts'

/** A shop with paid orders: entries, refunds, disputes, jobs. */
export const openAftersalesShop = async (options: {
  engine: Engine
  wrap?: (gateway: Gateway) => Gateway
  env?: Record<string, string>
}) => {
  const shop = await openShop(options)
  // The gateway's messages are not awaited: orders are settled by the return.
  shop.post.closed = true
  return {
    ...shop,
    /** Returns a paid order of this member, with its passes. */
    buyPaid: async (token: string, passCnt = 1) => {
      const { ordUid, payUrl } = await shop.place(token, passCnt)
      await shop.bank.press(payUrl, 'approve')
      await shop.returnFromPayment(ordUid)
      const passes = await shop.deps.db.select().from(pass).where(eq(pass.ordUid, ordUid)).orderBy(pass.unit)
      if (passes.length !== passCnt) throw new Error('the order was not paid')
      const { paymentKey } = await shop.storedOrder(ordUid)
      return { ordUid, paymentKey, passUids: passes.map(({ passUid }) => passUid) }
    },
    /** Writes the first entry with a pass, as a gate does. */
    enter: async (passUid: string, gdsUid = 'busan-tower') => {
      const at = shop.clock()
      await shop.deps.db.update(pass).set({ activatedAt: at }).where(eq(pass.passUid, passUid))
      await shop.deps.db
        .insert(admission)
        .values({ admissionUid: crypto.randomUUID(), passUid, gdsUid, group: 'B', at })
    },
    /** Enrols a gate; returns its credential. */
    enrolGate: async (placeUid: string): Promise<string> => {
      const { code } = await makeEnrolmentCode(shop.deps, placeUid)
      return (await shop.call(gateCalls.enrol, { body: { code } })).data?.credential ?? ''
    },
    /** Shows a pass on `on`, or on a phone of its own; returns the live code that the phone draws now. */
    drawCode: async (token: string, passUid: string, on?: Phone): Promise<string> => {
      const phone = on ?? (await makePhone(shop))
      const passes = await phone.show(token, { passUid })
      const certificate = passes.data?.list.find((listedPass) => listedPass.passUid === passUid)?.certificate ?? ''
      return presentCode(fromBase64url(certificate) ?? new Uint8Array(), shop.clock(), phone.sign)
    },
    unit: async (passUid: string) => {
      const [row] = await shop.deps.db.select().from(pass).where(eq(pass.passUid, passUid))
      if (!row) throw new Error('no such pass')
      return row
    },
    /** Calls `refundPass` with a reason, in the body. */
    requestRefund: (
      token: string,
      rsvtUid: string,
      request: { passUids?: string[]; etcWhy?: string; key?: string } = {},
    ) => {
      const { key, ...body } = request
      return shop.call(refundPass, {
        token,
        body: { rsvtUid, whyCd: 'plans_changed', ...body },
        ...(key !== undefined && { key }),
      })
    },
    /** Runs all due jobs. */
    runJobs: () => runDueJobs(shop.deps),
  }
}
export type AftersalesShop = Awaited<ReturnType<typeof openAftersalesShop>>
