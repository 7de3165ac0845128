import fc from 'fast-check'
import { expect } from 'vitest'
import { answer } from '../harness/network.ts'
import { until, type BrowserOptions, type Tab } from '../harness/tabs.ts'
import { GONE } from './peer.ts'
import { open, person, rowsOf, shown } from './setup.ts'

/** What may happen to a phone, in any order. The wishes of each member are all that the model knows. */
export type Step =
  | { do: 'wish'; uid: string; on: boolean }
  | { do: 'fault'; fault: 'drop' | 'lose' | 'twice' | 'late' | 'trouble' | 'busy' }
  | { do: 'line'; down: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'arrive' }
  | { do: 'clock'; ms: number }
  | { do: 'expire' }
  | { do: 'crash' }
  | { do: 'sign in'; as: string }

const MEMBERS = ['anna', 'bob'] as const
const one = <T>(values: readonly T[]) => fc.constantFrom(...values)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wish' as const),
      uid: one(['tower', 'temple', 'market', GONE]),
      on: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: one(['drop', 'lose', 'twice', 'late', 'trouble', 'busy'] as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('line' as const), down: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: one([100, 2_000, 40_000, 400_000]) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'arrive' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('clock' as const), ms: one([-86_400_000, -3_600_000, 32_400_000]) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'expire' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'crash' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign in' as const), as: one(MEMBERS) }) },
)

const FAULTS = {
  drop: 'drop',
  lose: 'lose',
  twice: 'twice',
  trouble: async () => answer(500, 'E_INTERNAL'),
  busy: async () => answer(429, 'E_THROTTLED', null, { 'retry-after': '5' }),
} as const

/** Lets what is under way go on a little: how far differs from history to history, as on a phone. */
const breathe = async (turns: number) => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** As long as they may be: short ones seldom hold a loss, a clock that is set and a second thought. */
export const history = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' })

/** One history: afterwards, with the line up, each member's last wish about each thing is what the server has. */
export const live = async (steps: readonly Step[], createPhone?: BrowserOptions['createPhone']): Promise<void> => {
  const { browser, network, peer, clock } = open(createPhone ? { createPhone } : {})
  const wishes = new Map<string, Map<string, boolean>>(MEMBERS.map((member) => [member, new Map()]))
  /** Requests that are still on their way; nobody waits for their answers any more. */
  let onTheWay: (() => Promise<Response>)[] = []
  const late = async (_request: Request, pass: () => Promise<Response>) => {
    onTheWay.push(pass)
    throw new TypeError('Failed to fetch')
  }
  const arrive = async () => {
    const all = onTheWay
    onTheWay = []
    for (const pass of all) await pass()
  }
  let tab: Tab = await browser.tab()
  let here: string | null = null
  const wishedBy = (member: string) =>
    [...(wishes.get(member) ?? [])].flatMap(([uid, on]) => (on && uid !== GONE ? [uid] : [])).toSorted()
  const signIn = async (member: string) => {
    if (here !== null) await person(tab).signOut('keep')
    here = (await person(tab).signIn(member)).ok ? member : null
  }
  await signIn('anna')
  for (const [index, now] of steps.entries()) {
    if (now.do === 'wish' && here !== null) {
      const kept = await person(tab).favourite(now.uid, now.on)
      if (kept.ok) wishes.get(here)?.set(now.uid, now.on)
      // What was wished before this sign-in may not have been brought yet.
      if (kept.ok && now.uid !== GONE) expect((await shown(tab)).includes(now.uid), 'read your writes').toBe(now.on)
    }
    if (now.do === 'fault') network.fault(/interest/, now.fault === 'late' ? late : FAULTS[now.fault])
    if (now.do === 'arrive') await arrive()
    if (now.do === 'clock') clock.set(clock.wall() + now.ms)
    if (now.do === 'line') network.down(now.down)
    if (now.do === 'wait') clock.advance(now.ms)
    if (now.do === 'expire') peer.expire()
    if (now.do === 'sign in' && now.as !== here) await signIn(now.as)
    if (now.do === 'crash') {
      browser.close()
      tab = await browser.tab()
    }
    await breathe((index * 7) % 23)
  }
  network.down(false)
  for (const member of MEMBERS) {
    if (here !== member) await signIn(member)
    expect(here, 'signed in again').toBe(member)
    await until(async () => {
      clock.advance(20_000)
      tab.fire('online')
      return (await rowsOf(tab)).every(({ refused }) => refused !== null)
    }, `${member}'s outbox, sent`)
    await arrive()
    await tab.phone.pulls.part('favourites', true)
    expect(peer.favourites(member).toSorted(), 'no lost intent, no effect twice, in order').toEqual(wishedBy(member))
    expect(await shown(tab), 'convergence').toEqual(wishedBy(member))
    const last = wishes.get(member)?.get(GONE)
    expect(
      (await rowsOf(tab)).map(({ args }) => args),
      'what was refused is kept with its words',
    ).toEqual(last === undefined ? [] : [{ gdsUid: GONE, on: last }])
  }
  const writes = network.seen.filter(({ path }) => path.startsWith('/attraction/interest'))
  expect(
    writes.every(({ owner, token }) => token?.includes(`.${owner}.`)),
    'the author is the owner',
  ).toBe(true)
  const keys = new Set(writes.map(({ key }) => key))
  expect(peer.effects.length, 'one effect for each key').toBeLessThanOrEqual(keys.size)
  expect(tab.reported).toEqual([])
  browser.close()
}
