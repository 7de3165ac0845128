import { liveQuery } from 'dexie'
import { createApi, type Api } from '#api/client.ts'
import { failedAnswer, NO_STORAGE, type Answer } from '#api/failure.ts'
import { createClock, type ServerClock } from '#api/serverClock.ts'
import { createTokens, type Tokens } from '#api/tokens.ts'
import { time } from '#contract/calls/main.ts'
import type { Locale } from '#contract/locales.ts'
import { VALUE_KEYS } from '#db/names.ts'
import { createLiveCodes, type LiveCodes } from './device/liveCodes.ts'
import { ensureRegistered, register, type Binding } from './device/register.ts'
import { createStartupCopyWriter } from './device/startupCopyWriter.ts'
import { watchPageHide } from './pageHide.ts'
import { createCodeWatch, type CodeWatch } from './mirror/codeWatch.ts'
import { createPulls, type Pulls } from './mirror/pulls.ts'
import { createReads, type Reads } from './mirror/reads.ts'
import { createOnline, type OnlineStatus } from './online.ts'
import { outcomeOf } from './outcome.ts'
import { COMMANDS } from './outbox/commands/index.ts'
import { deviceHome, HomeClosedError, type Home } from './outbox/home.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { sweepPhotos } from './outbox/photos.ts'
import type { Platform } from './platform.ts'
import { createSession, type ClientSession } from './session.ts'
import { createStorage, isStorageError, type ClientStorage } from './storage.ts'

/** The clock's state is stored at most this often (L19). */
const CLOCK_KEPT_MS = 60_000

export interface ClientRuntimeDeps {
  platform: Platform
  locale: () => Locale
  /** Resolves when the main thread is idle. */
  idle: () => Promise<void>
  timeoutMs?: number
}

/** Everything below the screens, for one page. */
export interface ClientRuntime {
  platform: Platform
  locale: () => Locale
  storage: ClientStorage
  tokens: Tokens
  clock: ServerClock
  api: Api
  online: OnlineStatus
  session: ClientSession
  pulls: Pulls
  /** Asks for changes of the passes while a code is on the screen. */
  passWatch: CodeWatch
  /** Asks for changes of the reservations while the code of a voucher is on the screen. */
  voucherWatch: CodeWatch
  codes: LiveCodes
  reads: Reads
  /** Dexie's live query: runs its query again whenever rows that it read have changed. */
  watch: typeof liveQuery
  /** The outbox of the member, also of a locked session; null while nobody is signed in or storage is refused. */
  memberOutbox: () => Outbox | null
  /** The outbox of the device, for guests and sign-outs; null before `start` and while storage is refused. */
  guestOutbox: () => Outbox | null
  /** Registers this phone's device key and, if the binding names a pass, binds that pass to this phone. */
  bind: (binding: Binding) => Promise<Answer<null>>
  /** Converts the failure of a call to what screens learn of it. */
  outcomeOf: typeof outcomeOf
  start: () => Promise<void>
}

/** Wires storage, session, mirror, outbox and live codes for one page. Sends and reads nothing before `start`. */
export const createRuntime = ({ platform, locale, idle, timeoutMs }: ClientRuntimeDeps): ClientRuntime => {
  const isLeft = watchPageHide(platform)
  const storage = createStorage(platform)
  const tokens = createTokens(platform.jar)
  const clock = createClock(platform.wall, platform.monotonic)
  const online: OnlineStatus = createOnline(platform, () => api.call(time))
  const startupCopy = createStartupCopyWriter(platform.local)
  const session: ClientSession = createSession({ platform, storage, tokens, startupCopy, api: () => api })
  const sessionState = session.state
  const member = () => {
    const current = sessionState.get()
    return current.state === 'member' ? current.memberId : null
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
    onRequestDone: online.recordRequest,
    accept: session.accept,
    onRefused: session.lock,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })

  /** Reports an unexpected error, and checks whether the storage was emptied under this page (S21). */
  const onStorageError = (error: unknown) => {
    if (isLeft()) return
    if (error !== null && !isStorageError(error)) platform.report(error)
    void session.recoverFromEviction(error)
  }
  const pulls = createPulls({ platform, api, storage, sessionState, now: clock.now, locale, onStorageError })
  const watching = { platform, online, sessionState, pullPartChanges: pulls.pullPartChanges }
  const passWatch = createCodeWatch({ ...watching, codePart: 'passes' })
  const voucherWatch = createCodeWatch({ ...watching, codePart: 'reservations' })
  const codes = createLiveCodes({ platform, storage, sessionState, now: clock.now })
  const registering = {
    api,
    device: storage.device,
    subtle: platform.subtle,
    locks: platform.locks,
    now: clock.now,
    withQuotaRetry: storage.withQuotaRetry,
    locale,
  }

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
      onStorageError,
      onSettled: () => {
        if (home.owner === member()) void pulls.pullChanges(true)
      },
    })

  /** Fetches what a signed-in member may need offline, once the page is idle. */
  const greet = async (home: Home, memberId: string) => {
    await idle()
    if (member() !== memberId) return
    const current = sessionState.get()
    const own = 'home' in current && current.home === home ? current.home : null
    const hasRegistered = own !== null && (await ensureRegistered(own, registering))
    await pulls.pullChanges(hasRegistered)
    await codes.drawMissing()
    if (own) await sweepPhotos(own, platform.wall())
  }

  let owner: string | null = null
  let unfollow: () => void = () => undefined
  const changed = () => {
    const current = sessionState.get()
    const next = 'memberId' in current ? (current.home?.key ?? current.memberId) : null
    if (next !== owner) pulls.forget()
    owner = next
    memberBox?.stop()
    memberBox = null
    unfollow()
    if (!('home' in current) || !current.home) return
    const { home, memberId } = current
    memberBox = boxOf(home, () => member() === memberId)
    memberBox.start()
    unfollow = startupCopy.follow(home.db)
    if (current.state === 'member') {
      greet(home, memberId).catch((error: unknown) => {
        if (!(error instanceof HomeClosedError)) onStorageError(error)
      })
    }
  }

  let clockKeptAt = Number.NEGATIVE_INFINITY
  const storeClock = (force: boolean) => {
    const state = clock.state()
    const device = storage.device()
    if (!state || !device || isLeft() || (!force && platform.monotonic() - clockKeptAt < CLOCK_KEPT_MS)) return
    clockKeptAt = platform.monotonic()
    void storage.withQuotaRetry(() => device.keep(VALUE_KEYS.clock, state)).catch(onStorageError)
  }

  const listen = () => {
    for (const event of ['hidden', 'freeze'] as const) platform.on(event, () => storeClock(true))
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
      if (storage.device()) onStorageError(null)
      // After the phone slept the clock may no longer be verified: one answer of the server corrects it.
      if (!clock.isVerified()) void online.probe()
    })
    platform.on('nudge', () => {
      for (const box of boxes()) box.wake()
    })
    online.onAnswer((isRecovered) => {
      storeClock(false)
      session.retryRestore(isRecovered).catch(onStorageError)
    })
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
    passWatch,
    voucherWatch,
    codes,
    reads: createReads(platform),
    watch: liveQuery,
    memberOutbox: () => memberBox,
    guestOutbox: () => guestBox,
    bind: async (binding) => {
      const current = sessionState.get()
      if (current.state !== 'member') return failedAnswer({ kind: 'auth' })
      // Storage is refused: this browser can keep no key.
      if (!current.home) return failedAnswer({ kind: 'refused', code: 'E_DEVICE_PROOF' })
      try {
        const answer = await register(current.home, registering, binding)
        if (answer.ok) await codes.drawMissing()
        return answer
      } catch (error) {
        // The storage was emptied under this page, or fails: a second attempt needs it created anew (S21).
        if (!isStorageError(error) && !(error instanceof HomeClosedError)) platform.report(error)
        await session.recoverFromEviction(error)
        return failedAnswer(NO_STORAGE)
      }
    },
    outcomeOf,
    start: async () => {
      await storage.open()
      const device = storage.device()
      const storedClock = await device?.read(VALUE_KEYS.clock)
      if (storedClock) clock.restore(storedClock)
      listen()
      online.start()
      sessionState.subscribe(changed)
      await session.start()
      if (device) {
        guestBox = boxOf(deviceHome(device), () => true)
        guestBox.start()
      }
    },
  }
}
