import { randomUUID } from 'node:crypto'
import { openWorld, sendRequest, signUp, type VisitorRequest } from '../faults/visitor.ts'

/** Signs up one member at a server, who orders, pays and returns passes step by step. */
export const openCustomer = async (server: { url: string; dataDir: string }) => {
  const world = await openWorld(server, Math.random)
  const facts = await signUp(world)
  if (!facts) throw new Error('a member could not sign up')
  const send = async (method: VisitorRequest['method'], path: string, body?: object) => {
    const reply = await sendRequest(world, {
      method,
      path,
      ...(body && { body }),
      token: facts.accessToken,
      key: randomUUID(),
    })
    if (reply?.code !== '200' || !reply.data) throw new Error(`${path}: ${reply?.code}`)
    return reply.data
  }
  return {
    /** Orders one pass; the payment page stays open until `pay`. */
    order: async () => {
      const { gdsDtlUid } = world
      const { quoteUid } = await send('POST', '/pass/buyPassPayInfo', { gdsDtlUid, passCnt: 1 })
      const placed = await send('POST', '/pass/buyPass', { quoteUid, method: 'overseas_card', agreeYn: 'Y' })
      const ordUid = String(placed.ordUid)
      const state = async (): Promise<unknown> => (await send('GET', `/pass/order/${ordUid}`)).state
      return {
        ordUid,
        state,
        /** Pays; resolves to the state of the order, which the server asks the gateway for. */
        pay: async (): Promise<unknown> => {
          const body = new URLSearchParams({ choice: 'approve' })
          await fetch(String(placed.payUrl), { method: 'POST', body, redirect: 'manual' })
          return state()
        },
        refund: () => send('PATCH', '/mypage/refundPass', { rsvtUid: ordUid, whyCd: 'plans_changed' }),
      }
    },
  }
}
