import { liveQuery } from 'dexie'
import { createApi, type Api } from '#api/client.ts'
import { createClock, type ServerClock } from '#api/clock.ts'
import { createTokens, type Tokens } from '#api/tokens.ts'
import { time } from '#contract/calls/main.ts'
import type { Locale } from '#contract/locales.ts'
import { KEPT } from '#db/names.ts'
import { createCodes, type Codes } from './device/codes.ts'
import { ensureRegistered, register, type Binding } from './device/register.ts'
import { createShown } from './device/shown.ts'
import { watchLeaving } from './leave.ts'
import { createPulls, type Pulls } from './mirror/pulls.ts'
import { createReads, type Reads } from './mirror/reads.ts'
import { createOnline, type Online } from './online.ts'
import { COMMANDS } from './outbox/commands/index.ts'
import { deviceHome, Gone, type Home } from './outbox/home.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import type { Platform } from './platform.ts'
import { createSession, type PhoneSession } from './session.ts'
import { createStorage, isOfStorage, type PhoneStorage } from './storage.ts'
import type { Answer } from '#api/failure.ts'

/** The clock's state is stored at most this often (L19). */
const CLOCK_KEPT_MS = 60_000

export interface PhoneDeps {
  platform: Platform
  locale: () => Locale
  /** Resolves when the main thread is idle. */
  idle: () => Promise<void>
  timeoutMs?: number
}

/** Everything below the screens, for one page. */
export interface Phone {
  platform: Platform
  locale: () => Locale
  storage: PhoneStorage
  tokens: Tokens
  clock: ServerClock
  api: Api
  online: Online
  session: PhoneSession
  pulls: Pulls
  codes: Codes
  reads: Reads
  /** Dexie's live query: runs its query again whenever rows that it read have changed. */
  watch: typeof liveQuery
  /** The outbox of the member, also of a locked session; null while nobody is signed in or storage is refused. */
  memberOutbox: () => Outbox | null
  /** The outbox of the device, for guests and sign-outs; null before `start` and while storage is refused. */
  guestOutbox: () => Outbox | null
  /** Registers this phone's device key and, if a pass is given, binds it to this phone. */
  bind: (binding: Binding) => Promise<Answer<null>>
  start: () => Promise<void>
}

/** Wires storage, session, mirror, outbox and live codes for one page. Sends and reads nothing before `start`. */
export const createPhone = ({ platform, locale, idle, timeoutMs }: PhoneDeps): Phone => {
  const isLeft = watchLeaving(platform)
  const storage = createStorage(platform)
  const tokens = createTokens(platform.jar)
  const clock = createClock(platform.wall, platform.monotonic)
  const online: Online = createOnline(platform, () => api.call(time))
  const shown = createShown(platform.local)
  const session: PhoneSession = createSession({ platform, storage, tokens, shown, api: () => api })
  const here = session.here
  const member = () => {
    const now = here.get()
    return now.state === 'member' ? now.memberId : null
  }
  const api = createApi({
    origin: platform.origin,
    fetch: platform.fetch,
    language: locale,
    clock,
    monotonic: platform.monotonic,
    tokens,
    locks: platform.locks,
    member,
    heard: online.heard,
    accept: session.accept,
    ended: session.ended,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })

  /** Reports an unexpected error, and checks whether the storage was emptied under this page (S21). */
  const broken = (error: unknown) => {
    if (isLeft()) return
    if (error !== null && !isOfStorage(error)) platform.report(error)
    void session.inspect(error)
  }
  const pulls = createPulls({ platform, api, storage, here, now: clock.now, locale, broken })
  const codes = createCodes({ platform, storage, here, now: clock.now })
  const registering = { api, device: storage.device, subtle: platform.subtle, locks: platform.locks, now: clock.now }

  let memberBox: Outbox | null = null
  let guestBox: Outbox | null = null
  const boxes = () => [memberBox, guestBox].filter((box) => box !== null)
  const boxOf = (home: Home, maySend: () => boolean) =>
    createOutbox(home, {
      platform,
      api,
      online,
      commands: COMMANDS,
      now: clock.now,
      maySend,
      broken,
      settled: () => {
        if (home.owner === member()) void pulls.changes(true)
      },
    })

  /** Fetches what a signed-in member may need offline, once the page is idle. */
  const greet = async (home: Home, memberId: string) => {
    await idle()
    if (member() !== memberId) return
    const now = here.get()
    if ('home' in now && now.home && now.home === home) await ensureRegistered(now.home, registering)
    await pulls.changes()
    await codes.drawMissing()
  }

  let owner: string | null = null
  let unfollow: () => void = () => undefined
  const changed = () => {
    const now = here.get()
    const next = 'memberId' in now ? (now.home?.key ?? now.memberId) : null
    if (next !== owner) pulls.forget()
    owner = next
    memberBox?.stop()
    memberBox = null
    unfollow()
    if (!('home' in now) || !now.home) return
    const { home, memberId } = now
    memberBox = boxOf(home, () => member() === memberId)
    memberBox.start()
    unfollow = shown.follow(home.db)
    if (now.state === 'member') {
      greet(home, memberId).catch((error: unknown) => {
        if (!(error instanceof Gone)) broken(error)
      })
    }
  }

  let clockKeptAt = Number.NEGATIVE_INFINITY
  const keepClock = (force: boolean) => {
    const state = clock.state()
    const device = storage.device()
    if (!state || !device || isLeft() || (!force && platform.monotonic() - clockKeptAt < CLOCK_KEPT_MS)) return
    clockKeptAt = platform.monotonic()
    void storage.writing(() => device.keep(KEPT.clock, state)).catch(broken)
  }

  const listen = () => {
    for (const event of ['hidden', 'freeze'] as const) platform.on(event, () => keepClock(true))
    for (const event of ['pagehide', 'freeze'] as const) {
      platform.on(event, () => {
        for (const box of boxes()) box.pause()
      })
    }
    for (const event of ['pageshow', 'resume', 'visible'] as const) {
      platform.on(event, () => {
        for (const box of boxes()) box.resume()
      })
    }
    platform.on('visible', () => {
      if (storage.device()) broken(null)
      // After the phone slept the clock may no longer be verified: one answer of the server corrects it.
      if (!clock.verified()) void online.probe()
    })
    platform.on('nudge', () => {
      for (const box of boxes()) box.wake()
    })
    online.onGood(() => keepClock(false))
  }

  return {
    platform,
    locale,
    storage,
    tokens,
    clock,
    api,
    online,
    session,
    pulls,
    codes,
    reads: createReads(platform),
    watch: liveQuery,
    memberOutbox: () => memberBox,
    guestOutbox: () => guestBox,
    bind: async (binding) => {
      const now = here.get()
      if (now.state !== 'member' || !now.home) return { ok: false, failure: { kind: 'auth' } }
      const answer = await register(now.home, registering, binding)
      if (answer.ok) await codes.drawMissing()
      return answer
    },
    start: async () => {
      await storage.open()
      const device = storage.device()
      const kept = await device?.read(KEPT.clock)
      if (kept) clock.restore(kept)
      listen()
      online.start()
      here.subscribe(changed)
      await session.start()
      if (device) {
        guestBox = boxOf(deviceHome(device), () => true)
        guestBox.start()
      }
    },
  }
}
