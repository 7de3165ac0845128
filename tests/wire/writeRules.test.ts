import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { openPopulatedShop, type PopulatedShop, type SampleMember } from './populatedShop.ts'
import { clearThrottles, send, type RawRequest } from './rawRequest.ts'
import { validRequest } from './validRequests.ts'
import { writesOf } from './writes.ts'

/** Rules that hold for every write of the contract: parameters in the query (spec 7.12), and idempotency keys. */

const writes = [...CALLS].map(([name, call]) => ({ name, call })).filter(({ call }) => call.method !== 'GET')
/** Writes with a body that may be absent, and parameters in the query. */
const byQuery = writes.filter(({ call }) => call.query !== undefined && call.body?._zod.optin === 'optional')
/** A key is bound to the first request with it only where that request succeeds. */
const keyed = writes.filter(({ call }) => !call.unstored)

/** Whose ids a call is sent with, where an earlier call has used up those of the first member. */
const CALLER: Record<string, number> = {
  'gift.giftCancel': 1,
  'gift.giftRefuse': 1,
  'refund.refundPass': 2,
  'reserve.payInfo': 2,
}

describe('every write', () => {
  let town: PopulatedShop
  beforeAll(async () => {
    town = await openPopulatedShop('postgres')
  }, 240_000)
  afterAll(() => town.close())

  const memberAt = (nth: number): SampleMember => town.citizens[nth % 3] ?? town.citizens[0]
  const tokenOf = ({ who, path }: Call, me: SampleMember): { token?: string } => {
    if (who === 'gate') return { token: path.startsWith('/receiptplace') ? town.gate.desk : town.gate.attraction }
    return who === 'member' || who === 'anyone' ? { token: me.token } : {}
  }
  const requestOf = async (name: string, call: Call, nth: number): Promise<RawRequest> => ({
    ...(await validRequest(name, memberAt(nth), town)),
    ...tokenOf(call, memberAt(nth)),
  })

  test.each(byQuery)('$name takes its parameters from the query, with an empty body and with none', async (row) => {
    const { name, call } = row
    const before = await writesOf(town)
    await clearThrottles(town)
    const caller = tokenOf(call, memberAt(0))
    for (const body of [{}, undefined]) {
      const refused = await send(town, call, { ...caller, body })
      expect([name, refused.code]).not.toEqual([name, '200'])
      expect(refused.fields.map(({ reason }) => reason)).toContain('required')
    }
    expect(await writesOf(town)).toEqual(before)

    for (const [nth, body] of [{}, undefined].entries()) {
      const good = await requestOf(name, call, nth)
      const flat = Object.entries((good.body ?? {}) as object).filter(([, value]) => !Array.isArray(value))
      const query = { ...Object.fromEntries(flat), ...good.query }
      const accepted = await send(town, call, { ...good, query, body })
      expect([name, body, accepted.code, accepted.fields]).toEqual([name, body, '200', []])
    }
  })

  test.each(keyed)('$name refuses a used key with another request, and repeats its answer', async ({ name, call }) => {
    await clearThrottles(town)
    const headers = { 'idempotency-key': `rule.${name}` }
    const nth = CALLER[name] ?? 0
    const good = await requestOf(name, call, nth)
    const first = await send(town, call, { ...good, headers })
    expect([name, first.code]).toEqual([name, '200'])

    const { token = '' } = good
    const neighbours = { ...(await requestOf(name, call, nth + 1)), token }
    const differs = JSON.stringify(neighbours) !== JSON.stringify({ ...good, token })
    const reused = differs
      ? await send(town, call, { ...neighbours, headers })
      : await send(town, attraction.interest, { token, query: { gdsUid: 'gamcheon-culture-village' }, headers })
    expect([name, reused.http, reused.code]).toEqual([name, 409, 'E_KEY_REUSED'])

    const before = await writesOf(town)
    const repeated = await send(town, call, { ...good, headers })
    expect([name, repeated.code]).toEqual([name, '200'])
    expect((JSON.parse(repeated.text) as { data: unknown }).data).toEqual(
      (JSON.parse(first.text) as { data: unknown }).data,
    )
    expect(await writesOf(town)).toEqual(before)
  })
})
