import { expect, test } from 'vitest'
import { failedAnswer, type Answer, type Failure } from '#api/failure.ts'
import type { Gift } from '#contract/calls/gift.ts'
import { createCell } from '#sync/cell.ts'
import { createCodeWatch } from '#sync/mirror/codeWatch.ts'
import type { PageEvent, Platform } from '#sync/platform.ts'
import type { SessionState } from '#sync/session.ts'
import { createTestClock } from '../harness/clock.ts'
import { createLocks } from '../harness/locks.ts'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { dbOf, openSignedIn } from './setup.ts'

/** When a page that shows a code asks for changes of its passes, and what a question does. */

const INTERVAL_MS = 1_500
const MEMBER = { state: 'member', memberId: 'mina', home: null } as unknown as SessionState
const ANONYMOUS = { state: 'anonymous' } as unknown as SessionState

/** Lets everything happen that waits for no timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Creates pages of one phone, each with a watch, on one clock. */
const createPhone = ({ hasLocks = true } = {}) => {
  const clock = createTestClock()
  const lockTable = createLocks()
  let count = 0
  const page = () => {
    count += 1
    const listeners = new Map<PageEvent, (() => void)[]>()
    const online = createCell(true)
    const sessionState = createCell(MEMBER)
    let isVisible = true
    let questions = 0
    let counted = 0
    let failure: Failure | null = null
    const platform: Pick<Platform, 'schedule' | 'visible' | 'on' | 'random' | 'locks'> = {
      schedule: clock.after,
      visible: () => isVisible,
      random: () => 0.5,
      locks: hasLocks ? lockTable.of(count) : undefined,
      on: (event, listener) => {
        listeners.set(event, [...(listeners.get(event) ?? []), listener])
        return () => undefined
      },
    }
    const watch = createCodeWatch({
      platform: platform as Platform,
      online,
      sessionState,
      codePart: 'passes',
      pullPartChanges: async (): Promise<Answer<unknown>> => {
        questions += 1
        return failure ? failedAnswer(failure) : { ok: true, data: null }
      },
    })
    const fire = (event: PageEvent) => (listeners.get(event) ?? []).forEach((listener) => listener())
    return {
      ...watch,
      online,
      sessionState,
      fire,
      questions: () => questions,
      /** Returns how many questions came since the last call. */
      count: () => {
        const before = counted
        counted = questions
        return questions - before
      },
      setVisible: (next: boolean) => {
        isVisible = next
        fire(next ? 'visible' : 'hidden')
      },
      fail: (next: Failure | null) => {
        failure = next
      },
    }
  }
  /** Lets time pass; returns how many questions the page has asked since the last call. */
  const asks = async (one: ReturnType<typeof page>, ms: number) => {
    await settle()
    // Each pause begins when its answer is here, so the time passes in steps.
    for (let restMs = ms; restMs > 0; restMs -= 500) {
      clock.advance(Math.min(500, restMs))
      await settle()
    }
    return one.count()
  }
  return { page, asks }
}

test('while a code is shown, a page asks at once, and then every 1.5 s; several codes share the questions (M28)', async () => {
  const { page, asks } = createPhone()
  const one = page()
  expect(await asks(one, 60_000)).toBe(0)
  const [release, releaseSecond] = [one.hold(), one.hold()]
  expect(await asks(one, 0)).toBe(1)
  expect(await asks(one, INTERVAL_MS - 1)).toBe(0)
  expect(await asks(one, 1)).toBe(1)
  expect(await asks(one, 10 * INTERVAL_MS)).toBe(10)
  release()
  release()
  expect(await asks(one, INTERVAL_MS)).toBe(1)
  releaseSecond()
  expect(await asks(one, 60_000)).toBe(0)
})

test.each<[string, (one: ReturnType<ReturnType<typeof createPhone>['page']>, isOver: boolean) => void]>([
  ['hidden', (one, isOver) => one.setVisible(!isOver)],
  ['left', (one, isOver) => one.fire(isOver ? 'pagehide' : 'pageshow')],
  ['frozen', (one, isOver) => one.fire(isOver ? 'freeze' : 'resume')],
  ['offline', (one, isOver) => one.online.set(!isOver)],
  ['signed out', (one, isOver) => one.sessionState.set(isOver ? ANONYMOUS : MEMBER)],
])('a page that is %s asks nothing, and asks at once when that is over (M29)', async (_name, set) => {
  const { page, asks } = createPhone()
  const one = page()
  one.hold()
  expect(await asks(one, INTERVAL_MS)).toBe(2)
  set(one, true)
  expect(await asks(one, 120_000)).toBe(0)
  set(one, false)
  expect(await asks(one, 0)).toBe(1)
  expect(await asks(one, INTERVAL_MS)).toBe(1)
})

test('errors double the pause up to 60 s, a server that says how long is obeyed, and one good answer ends it (M30)', async () => {
  const { page, asks } = createPhone()
  const one = page()
  one.fail({ kind: 'transport', reached: true, code: 'E_UNAVAILABLE' })
  one.hold()
  expect(await asks(one, 0)).toBe(1)
  // The pause is between half of its ceiling and the whole; the drawn number, 0.5, gives three quarters.
  for (const ceilingMs of [3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]) {
    expect(await asks(one, ceilingMs * 0.75 - 1)).toBe(0)
    expect(await asks(one, 1)).toBe(1)
  }
  one.fail({ kind: 'refused', code: 'E_THROTTLED', retryAfter: 90 })
  expect(await asks(one, 45_000)).toBe(1)
  expect(await asks(one, 89_999)).toBe(0)
  one.fail(null)
  expect(await asks(one, 1)).toBe(1)
  expect(await asks(one, INTERVAL_MS)).toBe(1)
})

test('of two visible pages of one phone one asks, and the other when the first is hidden (M31)', async () => {
  const { page, asks } = createPhone()
  const [one, two] = [page(), page()]
  one.hold()
  const release = two.hold()
  expect([await asks(one, INTERVAL_MS), two.questions()]).toEqual([2, 0])
  one.setVisible(false)
  expect([await asks(two, INTERVAL_MS), one.questions()]).toEqual([2, 2])
  one.setVisible(true)
  expect([await asks(two, INTERVAL_MS), one.questions()]).toEqual([1, 2])
  release()
  expect(await asks(one, INTERVAL_MS)).toBe(2)
})

test('pages without Web Locks each ask (M31)', async () => {
  const { page, asks } = createPhone({ hasLocks: false })
  const [one, two] = [page(), page()]
  one.hold()
  two.hold()
  expect([await asks(one, INTERVAL_MS), two.questions()]).toEqual([2, 2])
})

const GIFT = { giftUid: 'gift-1' } as unknown as Gift
const ENTRY = { gdsUid: 'tower', name: 'Busan Tower', scene: 'tower', group: null, at: 0 } as const

/** Mina with a pass, whose mirror is up to date. */
const openWithPass = async () => {
  const opened = await openSignedIn()
  opened.peer.passes.set('mina', [PASS])
  await waitUntil(async () => {
    await opened.tab.runtime.pulls.pullChanges(true)
    return (await dbOf(opened.tab).read('cursor')) !== undefined && (await dbOf(opened.tab).passes.count()) === 1
  }, 'a complete round')
  const { network, tab } = opened
  /** Asks once for the passes; returns the paths of the requests. */
  const ask = async () => {
    const before = network.sentRequests.length
    await tab.runtime.pulls.pullPartChanges('passes')
    return network.sentRequests.slice(before).map(({ path }) => path.split('?')[0])
  }
  return { ...opened, ask }
}

test('a question for the passes fetches nothing while they are unchanged, and fetches them once after an entry (M27)', async () => {
  const { peer, ask, network, tab } = await openWithPass()
  expect(await ask()).toEqual(['/sync'])
  expect(network.sentRequests.at(-1)?.path).toContain('part=passes')
  peer.passes.set('mina', [{ ...PASS, admissions: [ENTRY] }])
  const brought = await ask()
  expect(brought.slice(0, 2)).toEqual(['/sync', '/mypage/myPass/list'])
  expect(brought.toSorted()).toEqual(
    ['/mypage/AttractionHistory', '/mypage/exchangeCard/list', '/mypage/myPass/list', '/sync'].toSorted(),
  )
  expect((await dbOf(tab).passes.toArray()).map(({ pass }) => pass.admissions)).toEqual([[ENTRY]])
  expect(await ask()).toEqual(['/sync'])
})

test('a question for the passes leaves the other changes to the next round, and a failed pull to the next question (M27)', async () => {
  const { peer, ask, network, tab } = await openWithPass()
  await tab.runtime.pulls.pullChanges(true)
  peer.gifts.push(GIFT)
  peer.passes.set('mina', [{ ...PASS, admissions: [ENTRY] }])
  network.fault(/myPass\/list/, 'drop')
  await ask()
  expect((await dbOf(tab).passes.toArray()).map(({ pass }) => pass.admissions)).toEqual([[]])
  expect(await ask()).toContain('/mypage/myPass/list')
  const before = network.sentRequests.length
  await tab.runtime.pulls.pullChanges(true)
  const paths = network.sentRequests.slice(before).map(({ path }) => path.split('?')[0])
  expect(paths).toContain('/mypage/gift/list')
  expect(paths).not.toContain('/mypage/myPass/list')
})

test('without a readable cursor a question runs a whole round, and no more than one in 10 s (M27)', async () => {
  const { ask, tab, clock } = await openWithPass()
  await dbOf(tab).keep('cursor', { cursor: 'of an earlier release', locale: 'en' })
  clock.advance(10_000)
  expect(await ask()).toContain('/mypage/gift/list')
  await dbOf(tab).keep('cursor', { cursor: 'of an earlier release', locale: 'en' })
  expect(await ask()).toEqual([])
})

test('unchanged passes get the age of a question once a minute (M27)', async () => {
  const { ask, tab, clock } = await openWithPass()
  const ageOf = async () => tab.runtime.clock.now() - ((await dbOf(tab).stamps.get('passes'))?.at ?? 0)
  clock.advance(5_000)
  await ask()
  expect(await ageOf()).toBe(0)
  clock.advance(59_000)
  await ask()
  expect(await ageOf()).toBe(59_000)
  clock.advance(1_000)
  await ask()
  expect(await ageOf()).toBe(0)
})
