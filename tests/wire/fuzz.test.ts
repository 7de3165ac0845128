import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { ERRORS, isErrorCode } from '#contract/errors.ts'
import { expectedRefusal, faultyRequestsOf, type FaultyRequest } from './faultyRequests.ts'
import { validRequest } from './validRequests.ts'
import { readLog } from './log.ts'
import { openPopulatedShop, type SampleMember, type PopulatedShop } from './populatedShop.ts'
import { clearThrottles, send, type RawResponse, type RawRequest } from './rawRequest.ts'
import { writesOf } from './writes.ts'

/** Runs for each property of each call. `npm run faults` takes 200. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 6)
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const LEAK = /\.ts:\d|node_modules|Failed query|violates|relation "|syntax error|\bat (?:async )?\w+ \(/
/** Calls made as another member, because they end or replace that member's tokens. */
const OTHERS = new Set(['account.updateToken', 'profile.changePassword'])
const rows = [...CALLS].map(([name, call]) => ({ name, call }))

console.info(`fuzz: FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`)

describe('faulty requests', () => {
  let town: PopulatedShop
  let me: SampleMember
  beforeAll(async () => {
    town = await openPopulatedShop('postgres')
    me = town.citizens[0]
  }, 120_000)
  afterAll(async () => {
    // No request may have ended the session of this member.
    expect((await town.call(myPage, { token: me.token })).status.code).toBe('200')
    const { lines, leaks } = await readLog(town, false)
    expect(lines.filter((line) => line.includes('unforeseen error'))).toEqual([])
    expect(leaks).toEqual([])
    await town.close()
  })

  const tokenOf = ({ who, path }: Call): { token?: string } => {
    if (who === 'gate') return { token: path.startsWith('/receiptplace') ? town.gate.desk : town.gate.attraction }
    return who === 'member' || who === 'anyone' ? { token: me.token } : {}
  }
  const goodOf = async (name: string, call: Call): Promise<RawRequest> => {
    const sent = { ...(await validRequest(name, OTHERS.has(name) ? town.citizens[2] : me, town)) }
    // With the right password, a mutation of `N` to `Y` would delete the account.
    if (name === 'profile.signOut') sent.body = { agreeYn: 'N', password: 'Wrong-2026!' }
    const token = OTHERS.has(name) && call.who === 'member' ? { token: town.citizens[2].token } : tokenOf(call)
    return { ...sent, ...token }
  }
  const holds = ({ http, text }: RawResponse): void => {
    expect(http, text).toBeLessThan(500)
    expect(text).not.toMatch(LEAK)
  }
  const property = (mutants: fc.Arbitrary<FaultyRequest>, check: (mutant: FaultyRequest) => Promise<void>) =>
    fc.assert(fc.asyncProperty(mutants, check), { numRuns: RUNS, seed: SEED })

  describe.each(rows)('$name', ({ name, call }) => {
    let good: RawRequest
    beforeAll(async () => {
      good = await goodOf(name, call)
    })

    test('a request that its schema refuses is refused with the field at fault, and writes nothing', async () => {
      expect(expectedRefusal(call, good)).toBeNull()
      const before = await writesOf(town)
      // For a call without fields these are requests with unknown fields only.
      await property(
        faultyRequestsOf(call, good).filter(({ sent }) => expectedRefusal(call, sent) !== null),
        async ({ sent, path }) => {
          const heard = await send(town, call, sent)
          holds(heard)
          const wrong = expectedRefusal(call, sent)
          if (wrong?.part === 'size') {
            expect([heard.http, heard.code]).toEqual([413, 'E_TOO_LARGE'])
            return
          }
          // A changed path may lead to another call or to none.
          if (wrong?.part === 'params' && !isErrorCode(heard.code)) return
          if (wrong?.part === 'params' && [404, 405].includes(heard.http)) return
          if (!isErrorCode(heard.code)) throw new Error(`taken: ${heard.text}`)
          expect([200, 422]).toContain(ERRORS[heard.code])
          const named = heard.fields.map(({ field }) => field)
          const isNamed = named.some((field) => (wrong?.wire && field === wrong.part) || near(field, path))
          expect(isNamed, `${path} is not in ${JSON.stringify(named)}`).toBe(true)
        },
      )
      expect(await writesOf(town)).toEqual(before)
    })

    test('a blank optional query parameter counts as missing', async () => {
      const { shape = {} } = (call.query?._zod.def ?? {}) as { shape?: Record<string, { _zod: { optin?: string } }> }
      for (const [name, schema] of Object.entries(shape)) {
        if (schema._zod.optin === undefined) continue
        await clearThrottles(town)
        const heard = await send(town, call, { ...good, query: { ...good.query, [name]: '' } })
        holds(heard)
        // A field that the call needs although the schema has it optional may be refused as missing.
        const named = heard.fields.filter(({ field, reason }) => field === `query.${name}` && reason !== 'required')
        expect(named).toEqual([])
      }
    })

    test('a request that its schema accepts is answered below 500', async () => {
      await property(
        faultyRequestsOf(call, good).filter(({ sent }) => expectedRefusal(call, sent) === null),
        async ({ sent }) => {
          await clearThrottles(town)
          holds(await send(town, call, sent))
        },
      )
    })
  })
})

/** Whether `field` names `path`, as far as the schema can: a choice between shapes is one field. */
const near = (field: string, path: string): boolean => {
  const cut = path
    .split('.')
    .map((one) => one.slice(0, 80))
    .join('.')
  return field === cut || field.startsWith(`${path}.`) || path.startsWith(`${field}.`)
}
