import { liveQuery } from 'dexie'
import type { Answer, Failure } from '#api/failure.ts'
import { failedAnswer, NO_STORAGE } from '#api/failure.ts'
import { admit, undo, type UNDO_REASONS } from '#contract/calls/gate.ts'
import { GATE_ANSWER_MS, GATE_CONTACT_MS, UNDO_MS } from '#contract/limits.ts'
import { HOLD_MAX_MS } from '#contract/rules/passCheck.ts'
import { readScan, spelled } from '#contract/rules/scan.ts'
import { GateDb, type Enrolment } from '#db/gate.ts'
import { openDatabase } from '#db/open.ts'
import { createCell, type Cell } from '../cell.ts'
import type { ClientRuntime } from '../clientRuntime.ts'
import { fromServer, type GateAnswer } from './answer.ts'
import { enterLocally, storeVerdict, storeUndo, localAnswer } from './enter.ts'
import { createEnrolment, NOT_ENROLLED } from './enrolment.ts'
import { isClockBelieved, readNotBefore } from './gateClock.ts'
import { contact } from './journal.ts'
import { judgeLocally, NO_PASS, type HeldCode, type LocalJudgement } from './judge.ts'
import { createLostAnswers } from './lostAnswers.ts'
import { hasUnsentCard, isMistyped, isNumber, liveCodeOf } from './scannedText.ts'
import { createVoucherScan } from './voucher.ts'
import { INITIAL_STATE, readState, type GateState } from './state.ts'

/** Contact interval while an entry waits (G29). */
const TICK_MS = 15_000

export interface Undo {
  entryUid: string
  reason: (typeof UNDO_REASONS)[number]
  note?: string
}

/**
 * The scanner of one page. Without a network it judges live codes and the QR codes of cards, and undoes entries that
 * are in the journal.
 */
export interface Gate {
  state: Cell<GateState>
  /**
   * Exchanges an enrolment code for a credential and fetches the gate lists. Fails with `E_GATE_CODE` for a wrong or
   * spent code (G33).
   */
  enrol: (code: string, label?: string) => Promise<Answer<null>>
  /**
   * Judges a scanned or typed code and records the admission. The server decides. This gate decides when it is offline,
   * or when the server does not answer within 3 s or cannot judge now (G21, G22), but never about one-time codes,
   * printed numbers (G18) and vouchers (G35).
   */
  scan: (text: string) => Promise<Answer<GateAnswer>>
  /** Enters an unlisted card that staff let in (G17); judges it anew when it has been listed since. */
  letIn: (text: string, entryUid: string) => Promise<Answer<GateAnswer>>
  /** Undoes an entry; offline, only one that is in the journal (G27). Fails with `E_UNDO_LATE` after 60 s. */
  undo: (undo: Undo) => Promise<Answer<null>>
  /** Uploads the journal and fetches the gate lists now; concurrent calls share one contact. */
  contact: () => Promise<Answer<null>>
  /** Removes an entry that staff have dealt with from the list (G30). */
  putAway: (entryUid: string) => Promise<void>
  /** Removes the scanner. Resolves false, and deletes nothing, while entries wait for upload (G31). */
  leave: () => Promise<boolean>
  stop: () => void
}

type Deps = Pick<ClientRuntime, 'platform' | 'api' | 'clock' | 'online' | 'storage'>

const MISTYPED: Failure = { kind: 'refused', code: 'E_CARD_NUMBER' }
const LATE: Failure = { kind: 'refused', code: 'E_UNDO_LATE' }

/** Opens the gate database; null with refused storage, so that no scanner can be enrolled (G33). */
const openDb = async ({ idb }: ClientRuntime['platform']): Promise<GateDb | null> =>
  idb
    ? openDatabase(
        () => new GateDb(idb),
        (db) => db.read('enrolment'),
      )
    : null

/**
 * Opens the gate database and creates the scanner of one page. Without storage or Web Crypto every operation fails with
 * `STORAGE`.
 */
export const createGate = async ({ platform, api, clock, online, storage }: Deps): Promise<Gate> => {
  const db = await openDb(platform)
  const state = createCell<GateState>(INITIAL_STATE)
  const { subtle } = platform
  let held: HeldCode | null = null
  let stopped = false
  if (!db || !subtle) {
    state.set({ ...INITIAL_STATE, isRead: true, canStore: false })
    const refuse = () => Promise.resolve(failedAnswer(NO_STORAGE))
    const none = { enrol: refuse, scan: refuse, letIn: refuse, undo: refuse, contact: refuse }
    return { state, ...none, putAway: async () => undefined, leave: async () => false, stop: () => undefined }
  }

  const live = liveQuery(() => readState(db, clock.now())).subscribe({
    next: (next) => state.set(next),
    error: (error: unknown) => {
      state.set({ ...INITIAL_STATE, isRead: true, canStore: false })
      platform.report(error)
    },
  })

  const enrolment = createEnrolment({ db, api })
  const scanVoucher = createVoucherScan({ api, isOnline: online.get, now: clock.now, end: enrolment.end })
  // No longer than staff can undo: later the same code may be in another visitor's hand.
  const lost = createLostAnswers(clock.now, UNDO_MS)
  let contacting: Promise<Answer<null>> | null = null
  const contactNow = (): Promise<Answer<null>> => {
    contacting ??= (async () => {
      const enrolled = await enrolment.active()
      if (!enrolled) return failedAnswer(NOT_ENROLLED)
      const answer = await contact({ db, api, now: clock.now }, enrolled)
      return !answer.ok && answer.failure.kind === 'auth' ? enrolment.end(enrolled.credential) : answer
    })().finally(() => {
      contacting = null
    })
    return contacting
  }

  /** Resolves with the known instant (0 without one), or with null while this gate's clock is believed (G11, G12). */
  const notBeforeAt = async (now: number): Promise<number | null> => {
    const notBefore = await readNotBefore(db)
    return isClockBelieved(now, clock.isVerified(), notBefore) ? null : (notBefore ?? 0)
  }

  const judgeScan = async (text: string, now: number): Promise<LocalJudgement> => {
    if (held && now - held.held.arrivedAt > HOLD_MAX_MS * 2) held = null
    const [rules, salt = ''] = [await db.read('rules'), await db.read('salt')]
    return judgeLocally({ text, now, rules, held, notBefore: await notBeforeAt(now), salt, db, subtle })
  }

  const readGroup = async () => (await db.read('rules'))?.group ?? null

  /** Acts on this gate's own judgement. Nobody is admitted whose entry cannot be written (G26). */
  const act = async (
    local: LocalJudgement,
    { text, entryUid, at }: { text: string; entryUid: string; at: number },
  ): Promise<Answer<GateAnswer>> => {
    held = local.verdict === 'hold' ? local.held : null
    if (local.verdict !== 'enter') return { ok: true, data: localAnswer(entryUid, at, local) }
    const venue = (await db.read('enrolment'))?.place.kind === 'venue'
    const believed = (await notBeforeAt(at)) === null
    const entering = { entryUid, at, code: text, group: local.group, venue, isClockBelieved: believed }
    let answer: GateAnswer | undefined
    const isStored = await storage.withQuotaRetry(async () => {
      answer = await enterLocally(db, entering, local)
    })
    return isStored && answer ? { ok: true, data: answer } : failedAnswer(NO_STORAGE)
  }

  /**
   * Asks the server to judge a scan; null when this gate is to judge it: there was no answer within 3 s, or the server
   * could not judge now (G22). Where only the server can judge, answers with the server's reason instead (G18).
   */
  const askServer = async (
    { credential }: Enrolment,
    { text, entryUid, local }: { text: string; entryUid: string; local: LocalJudgement },
  ): Promise<Answer<GateAnswer> | null> => {
    // Without a key of its own: a repeated scan is judged anew, and entered once by its `entryUid`.
    const options = { credential, timeoutMs: GATE_ANSWER_MS }
    const answer = await api.call(admit, { body: { entryUid, code: text } }, options)
    if (!answer.ok) {
      if (answer.failure.kind === 'auth') return enrolment.end(credential)
      if (answer.failure.kind !== 'transport') return failedAnswer(answer.failure)
      const { reached, code } = answer.failure
      const onlyServer = local.verdict === 'network' || local.verdict === 'no_lists'
      if (onlyServer) lost.note(text, entryUid)
      return onlyServer && reached && code !== undefined ? failedAnswer({ kind: 'refused', code }) : null
    }
    const { data } = answer
    lost.clear(text)
    held = data.verdict === 'hold' && local.verdict === 'hold' ? local.held : null
    const key = 'key' in local ? local.key : (local.stored?.key ?? data.pass?.passUid)
    // The server has entered it: a failed write must not hide its answer.
    if (key !== undefined)
      await storage.withQuotaRetry(() => storeVerdict(db, key, data, liveCodeOf(text))).catch(platform.report)
    const serverAnswer = fromServer(data)
    return { ok: true, data: local.verdict === 'hold' ? { ...serverAnswer, skewMs: local.skewMs } : serverAnswer }
  }

  const scanNow = async (scannedText: string): Promise<Answer<GateAnswer>> => {
    const enrolled = await enrolment.active()
    if (!enrolled) return failedAnswer(NOT_ENROLLED)
    const scanned = readScan(scannedText)
    const text = spelled(scanned)
    const [entryUid, at] = [lost.entryUidFor(text ?? scannedText), clock.now()]
    // Reject unrecognised text here: the server would reject it too, and one invalid entry would block the upload
    // (G20).
    if (text === null) {
      const none = { ...NO_PASS, verdict: 'refused', reason: 'unreadable' } as const
      return { ok: true, data: { ...localAnswer(entryUid, at, none), offline: !online.get() } }
    }
    if (scanned.kind === 'voucher') return scanVoucher(text, enrolled)
    if (isMistyped(scanned)) return failedAnswer(MISTYPED)
    const local = await judgeScan(text, at)
    // The server cannot know entries that are not uploaded yet (G23).
    const hasUnsentEntries = local.verdict === 'refused' && state.get().waiting > 0
    const isRefusedByUnsent = hasUnsentEntries && (local.reason === 'used_here' || local.reason === 'old_code')
    const isAmbiguous = isNumber(scanned) && (await hasUnsentCard(db))
    if (online.get() && !isRefusedByUnsent && !isAmbiguous) {
      const serverAnswer = await askServer(enrolled, { text, entryUid, local })
      if (serverAnswer) return serverAnswer
    }
    return act(isAmbiguous ? { ...NO_PASS, verdict: 'scan_card' } : local, { text, entryUid, at })
  }

  /** Scans are judged one after the other (G24). */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const turn = queue.then(job)
    queue = turn.catch(() => undefined)
    return turn
  }

  /** Marks a waiting entry as undone. Resolves null when it is not in the journal, and false when it is too late. */
  const undoLocally = ({ entryUid, reason, note }: Undo, now: number): Promise<boolean | null> =>
    db.transaction('rw', db.entries, async () => {
      const row = await db.entries.where('entryUid').equals(entryUid).first()
      if (!row || row.result !== null) return null
      if (now >= row.at + UNDO_MS) return false
      await db.entries.put({ ...row, undone: { at: now, reason, ...(note ? { note } : {}) } })
      return true
    })

  const undoNow = async (entryUndo: Undo): Promise<Answer<null>> => {
    const enrolled = await enrolment.active()
    if (!enrolled) return failedAnswer(NOT_ENROLLED)
    const isUndone = await undoLocally(entryUndo, clock.now())
    if (isUndone === false) return failedAnswer(LATE)
    if (isUndone === null) {
      const { entryUid, reason, note } = entryUndo
      const body = { entryUid, reason, ...(note ? { note } : {}) }
      const answer = await api.call(undo, { body }, { credential: enrolled.credential })
      if (!answer.ok)
        return answer.failure.kind === 'auth' ? enrolment.end(enrolled.credential) : failedAnswer(answer.failure)
    }
    await storeUndo(db, entryUndo.entryUid, await readGroup())
    return { ok: true, data: null }
  }

  const enrolNow = async (code: string, label?: string): Promise<Answer<null>> => {
    const answer = await enrolment.enrol(code, label)
    if (!answer.ok) return answer
    platform.askToPersist()
    await contactNow()
    return answer
  }

  let contactAt = Number.NEGATIVE_INFINITY
  const renew = (force: boolean) => {
    const quiet = platform.monotonic() - contactAt
    if (stopped || !online.get() || (!force && state.get().waiting === 0 && quiet < GATE_CONTACT_MS)) return
    contactAt = platform.monotonic()
    void contactNow().catch(platform.report)
  }
  let cancel: () => void = () => undefined
  const tick = () => {
    cancel = platform.schedule(TICK_MS, () => {
      renew(false)
      tick()
    })
  }
  tick()
  const unsubscribe = online.onAnswer((isRecovered) => isRecovered && renew(true))
  renew(true)

  return {
    state,
    enrol: enrolNow,
    scan: (text) => inTurn(() => scanNow(text)),
    letIn: (text, entryUid) =>
      inTurn(async () => {
        const code = spelled(readScan(text))
        const local = code === null ? null : await judgeScan(code, clock.now())
        // Staff saw “ask”, but the gate lists have come since: the scan is judged anew.
        if (code === null || local?.verdict !== 'ask') return scanNow(text)
        const entering = {
          ...local,
          verdict: 'enter',
          by: 'card',
          skewMs: null,
          seenId: null,
          opened: null,
          held: null,
        } as const
        return act(entering, { text: code, entryUid, at: clock.now() })
      }),
    undo: undoNow,
    contact: contactNow,
    putAway: async (entryUid) => void (await db.entries.where('entryUid').equals(entryUid).delete()),
    leave: enrolment.leave,
    stop: () => {
      stopped = true
      cancel()
      unsubscribe()
      live.unsubscribe()
      db.close()
    },
  }
}
