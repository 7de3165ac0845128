import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '#contract/calls/account.ts'
import type { Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { isErrorCode } from '#contract/errors.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { gateAt } from '../coupons/exchangeDesk.ts'
import { unknownNumber } from '../harness/cards.ts'
import { signIn } from '../harness/factories.ts'
import { allIds, IDS, IDS_OF_CALLS } from './ids.ts'
import { validRequest, VALID_REQUESTS } from './validRequests.ts'
import { readLog } from './log.ts'
import { openPopulatedShop, type SampleMember, type Kind, type PopulatedShop } from './populatedShop.ts'
import { clearThrottles, send, type RawResponse, type RawRequest } from './rawRequest.ts'
import { writesOf } from './writes.ts'

const rows = [...CALLS].map(([name, call]) => ({ name, call }))
const of = (who: Call['who']) => rows.filter(({ call }) => call.who === who)

test('each id that a call takes has a meaning, and each entry of valid requests and ids is of a call', () => {
  expect(Object.keys(IDS).toSorted()).toEqual(allIds().toSorted())
  expect(Object.keys(IDS_OF_CALLS).filter((id) => !allIds().includes(id))).toEqual([])
  expect(Object.keys(VALID_REQUESTS).filter((name) => !CALLS.has(name))).toEqual([])
})

/** What an attacker can compare: status, headers without the date, and body. */
const bytes = ({ http, headers: { date: _date, ...headers }, text }: RawResponse): string =>
  JSON.stringify([http, headers, text])

const at = (sent: RawRequest, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], sent)

/**
 * Returns the same request with another value at `path`. When the path is in the query but the value is in the body,
 * the body's fields move to the query.
 */
const withId = (sent: RawRequest, path: string, value: string): RawRequest => {
  const [requestPart = '', ...rest] = path.split('.')
  const changed = structuredClone({ params: sent.params, query: sent.query, body: sent.body }) as Record<
    string,
    unknown
  >
  if (requestPart === 'query' && at(sent, path) === undefined) {
    const flat = Object.entries(sent.body as Record<string, unknown>).filter(([, one]) => !Array.isArray(one))
    changed.query = Object.fromEntries(flat.map(([name, one]) => [name, String(one)]))
    changed.body = undefined
  }
  const last = rest.pop() ?? ''
  const inside = [requestPart, ...rest].reduce<unknown>((one, key) => (one as Record<string, unknown>)[key], changed)
  ;(inside as Record<string, unknown>)[last] = value
  return { ...sent, ...changed } as RawRequest
}

/** Returns an id of this kind that does not exist. */
const nobodys = (kind: Kind, like: string): string => {
  if (kind === 'card') return unknownNumber(1)
  if (kind === 'printed') return 'PAPER99999999'
  if (kind === 'endpoint') return like.replace(/\/[^/]+$/, `/${randomUUID()}`)
  if (kind === 'nonce') return 'x'.repeat(like.length)
  return randomUUID()
}

const SPENT = 'device_nonce'
const omit = ({ ...all }: Record<string, number>, name: string) => {
  delete all[name]
  return all
}

/** These calls have their effect whichever device is named, so their state is not compared, and they run last. */
const ACTS = new Set(['profile.changePassword', 'session.endOthers'])
const PRIVATE = Object.entries(IDS)
  .flatMap(([key, kinds]) => (typeof kinds === 'string' ? [] : kinds.map((kind) => ({ key, kind }))))
  .toSorted((a, b) => Number(ACTS.has(a.key.split(' ')[0] ?? '')) - Number(ACTS.has(b.key.split(' ')[0] ?? '')))

describe('authorization of every call', () => {
  let town: PopulatedShop
  beforeAll(async () => {
    town = await openPopulatedShop('postgres')
  }, 120_000)
  afterAll(() => town.close())

  const good = (name: string, me: SampleMember) => validRequest(name, me, town)
  const tokenOf = (call: Call, me: SampleMember): { token?: string } =>
    call.who === 'gate'
      ? { token: call.path.startsWith('/receiptplace') ? town.gate.desk : town.gate.attraction }
      : call.who === 'member' || call.who === 'anyone'
        ? { token: me.token }
        : {}

  describe('an invalid token', () => {
    const wrong: Record<string, string | undefined> = { none: undefined, garbage: 'x', 'a null': 'null' }
    beforeAll(async () => {
      const [me] = town.citizens
      const { accessToken, refreshToken } = await signIn(town, me)
      await town.call(logout, { body: { refreshToken } })
      wrong['an ended session'] = accessToken
      wrong['a spent refresh token'] = refreshToken
      wrong['a refresh token'] = me.refreshToken
      wrong['an altered one'] = `${me.token.slice(0, -2)}${me.token.endsWith('A') ? 'BB' : 'AA'}`
      wrong['one with an end of its own'] = `${me.token}.${me.token}`
      wrong['a device’s nonce'] = me.own.nonce
      wrong['a gate’s credential'] = town.gate.attraction
    })

    test.each([...of('member'), ...of('anyone')])('$name refuses each with the same answer', async ({ name, call }) => {
      const [me] = town.citizens
      const sent = await good(name, me)
      const before = await writesOf(town)
      const answers = new Map<string, string>()
      for (const [what, token] of Object.entries(wrong)) {
        if (call.who === 'anyone' && token === undefined) continue
        const heard = await send(town, call, { ...sent, ...(token !== undefined && { token }) })
        expect([what, heard.http, heard.code]).toEqual([what, 400, 'E_TOKEN'])
        expect(heard.headers['cache-control']).toBe('no-store')
        answers.set(what, bytes(heard))
      }
      expect(new Set(answers.values()).size).toBe(1)
      expect(await writesOf(town)).toEqual(before)
    })

    test.each(of('gate'))("$name refuses each, and a member's token", async ({ name, call }) => {
      const [me] = town.citizens
      const sent = await good(name, me)
      const before = await writesOf(town)
      const { 'a gate’s credential': credential = '', ...otherCredentials } = wrong
      const all = { ...otherCredentials, member: me.token, altered: `${credential.slice(0, -2)}AA` }
      const answers: string[] = []
      for (const [what, token] of Object.entries(all)) {
        const heard = await send(town, call, { ...sent, ...(token !== undefined && { token }) })
        expect([what, heard.http, heard.code]).toEqual([what, 400, 'E_GATE'])
        answers.push(bytes(heard))
      }
      expect(new Set(answers).size).toBe(1)
      expect(await writesOf(town)).toEqual(before)
    })

    test.each([...of('anonymous'), ...of('gateway')])('$name ignores the token', async ({ name, call }) => {
      const [me] = town.citizens
      for (const token of [undefined, 'x', me.token]) {
        const heard = await send(town, call, { ...(await good(name, me)), ...(token !== undefined && { token }) })
        expect(['E_TOKEN', 'E_GATE']).not.toContain(heard.code)
      }
    })
  })

  describe("another member's id", () => {
    test.each(PRIVATE)('$kind as $key is answered like an unknown one', async ({ key, kind }) => {
      const [name = '', path = ''] = key.split(' ')
      const call = CALLS.get(name)
      if (!call) throw new Error(`There is no ${name}.`)
      for (const me of town.citizens) {
        const foreign = town.citizens.map(({ own }) => own[kind]).filter((id) => !town.knows(me, id))
        expect(foreign.length).toBeGreaterThan(0)
        const ask = async (id: string): Promise<string> => {
          const sent = withId(await good(name, me), path, id)
          if (path === 'body.nonce') Object.assign(sent.body as object, await me.phone.proof(id))
          const before = await writesOf(town)
          await clearThrottles(town)
          const heard = await send(town, call, { ...sent, ...tokenOf(call, me) })
          expect(heard.http).not.toBe(400)
          expect(heard.http).toBeLessThan(500)
          if (isErrorCode(heard.code)) expect(heard.code).not.toBe('E_INPUT')
          // A nonce is used up by any request, so its table is not compared.
          if (!ACTS.has(name)) expect(omit(await writesOf(town), SPENT)).toEqual(omit(before, SPENT))
          return bytes(heard)
        }
        const unknown = await ask(nobodys(kind, me.own[kind]))
        for (const id of foreign) expect(await ask(id)).toBe(unknown)
      }
    })
  })

  test("another gate's entry is answered like an unknown one", async () => {
    const [me] = town.citizens
    const otherGateToken = await gateAt(town, 'sea-life-busan')
    const undo = (entryUid: string, token: string) =>
      send(town, CALLS.get('gate.undo') as Call, { body: { entryUid, reason: 'other' }, token })
    const before = await writesOf(town)
    expect(bytes(await undo(me.own.entry, otherGateToken))).toBe(bytes(await undo(randomUUID(), otherGateToken)))
    expect(await writesOf(town)).toEqual(before)
    // Its own entry is found, although the minute for undoing it may be over.
    expect(['200', 'E_UNDO_LATE']).toContain((await undo(me.own.entry, town.gate.attraction)).code)
  })

  /** Valid requests that must be refused here, with their code. Redirects and files have no code. */
  const REFUSED: Record<string, string> = {
    'cert.check': 'E_CERT_EXPIRED',
    'easyLogin.easyLogin': 'E_SNS',
    'easyLogin.join': 'E_SNS',
    'gate.enrol': 'E_GATE_CODE',
    'payment.paymentWebhook': 'E_INPUT',
    'passkey.signIn': 'E_PASSKEY',
    'phoneLink.open': 'E_LINK',
    'profile.signOut': 'E_WITHDRAW_AGREE',
    'recovery.changePassword': 'E_SESSION',
  }
  test.each(rows)('$name answers an authorized caller', async ({ name, call }) => {
    // Each conflicting action is done by another member: cancelling against paying, declining against accepting.
    const me = town.citizens[name === 'reserve.cancel' ? 1 : name === 'gift.giftRefuse' ? 2 : 0]
    await clearThrottles(town)
    const heard = await send(town, call, { ...(await good(name, me)), ...tokenOf(call, me) })
    if (call.raw) expect([200, 302, 303]).toContain(heard.http)
    else if (name !== 'gate.undo') expect(heard.code, heard.text).toBe(REFUSED[name] ?? '200')
  })

  test('the log names the calls of these tests and contains nothing of their contents', async () => {
    await runDueJobs(town.deps)
    await town.deps.mail.deliver()
    const { lines, leaks } = await readLog(town, true)
    expect(leaks).toEqual([])
    const paths = new Set(lines.map((line) => (JSON.parse(line) as { path?: string }).path))
    // The log is not empty, so the check above can fail.
    for (const { call } of rows.filter((row) => !row.call.path.includes('{')))
      expect(paths).toContain(`/api/v1${call.path}`)
  })
})
