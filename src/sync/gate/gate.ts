import { liveQuery } from 'dexie'
import { uuidv7 } from 'uuidv7'
import type { Answer, Failure } from '#api/failure.ts'
import { failed, UNREACHED } from '#api/failure.ts'
import { admit, undo, type UNDO_REASONS } from '#contract/calls/gate.ts'
import { GATE_ANSWER_MS, GATE_CONTACT_MS, UNDO_MS } from '#contract/limits.ts'
import { hasCheckDigit } from '#contract/rules/card.ts'
import { HOLD_MAX_MS, seenId } from '#contract/rules/passCheck.ts'
import { readCode } from '#contract/rules/passCode.ts'
import { readScan, spelled, takesNetwork, type Scanned } from '#contract/rules/scan.ts'
import { GateDb, type Enrolment } from '#db/gate.ts'
import { opened } from '#db/open.ts'
import { createCell, type Cell } from '../cell.ts'
import type { Phone } from '../phone.ts'
import { fromServer, type GateAnswer } from './answer.ts'
import { enterHere, noteHeard, noteUndone, toldHere } from './enter.ts'
import { createEnrolment, NOT_ENROLLED } from './enrolment.ts'
import { isClockBelieved, readNotBefore } from './gateClock.ts'
import { contact } from './journal.ts'
import { judgeHere, NOBODY, type HeldCode, type Local } from './judge.ts'
import { NOT_READ, readState, type GateState } from './state.ts'

const TICK_MS = 15_000

export interface Undo {
  entryUid: string
  reason: (typeof UNDO_REASONS)[number]
  note?: string
}

/** One page's gate. Everything but enrolling works with no network. */
export interface Gate {
  state: Cell<GateState>
  enrol: (code: string, label?: string) => Promise<Answer<null>>
  /** Judges and enters: by the server within three seconds, else here. */
  scan: (text: string) => Promise<Answer<GateAnswer>>
  /** Staff let a card in that the list does not know: the desk will see. */
  letIn: (text: string, entryUid: string) => Promise<Answer<GateAnswer>>
  undo: (undo: Undo) => Promise<Answer<null>>
  /** Uploads and renews now. */
  contact: () => Promise<Answer<null>>
  /** The desk was told: takes an entry off the list. */
  putAway: (entryUid: string) => Promise<void>
  /** Forgets this scanner's credential and lists. Refused while entries wait. */
  leave: () => Promise<boolean>
  stop: () => void
}

type Deps = Pick<Phone, 'platform' | 'api' | 'clock' | 'online' | 'storage'>

const MISTYPED: Failure = { kind: 'refused', code: 'E_CARD_NUMBER' }
const NO_STORAGE: Failure = { kind: 'refused', code: 'STORAGE' }
const LATE: Failure = { kind: 'refused', code: 'E_UNDO_LATE' }

/** The database of this gate; null: this browser keeps nothing, so that no scanner can be enrolled in it. */
const openDb = async ({ idb }: Phone['platform']): Promise<GateDb | null> =>
  idb
    ? opened(
        () => new GateDb(idb),
        (db) => db.read('enrolment'),
      )
    : null

const isNumber = (scanned: Scanned): boolean => scanned.kind === 'card' && takesNetwork(scanned)
const isMistyped = (scanned: Scanned): boolean =>
  scanned.kind === 'card' && takesNetwork(scanned) && !hasCheckDigit(scanned.number)

/**
 * Does an entry of a card wait that the server was not told of? It may be the card whose printed number is typed now:
 * only its QR code would show that, so the number is not asked about.
 */
const hasUntoldCard = async (db: GateDb): Promise<boolean> =>
  (await db.entries.toArray()).some(({ result, code }) => result === null && readScan(code).kind === 'card')

const liveCodeOf = (text: string) => {
  const code = readCode(text)
  if (!code) return null
  const { certificate, time } = code
  const { passUid, epoch } = certificate
  return { seenId: seenId({ passUid, epoch, time }), opened: { epoch, time } }
}

export const createGate = async ({ platform, api, clock, online, storage }: Deps): Promise<Gate> => {
  const db = await openDb(platform)
  const state = createCell<GateState>(NOT_READ)
  const { subtle } = platform
  let held: HeldCode | null = null
  let stopped = false
  if (!db || !subtle) {
    state.set({ ...NOT_READ, read: true, keeps: false })
    const refuse = () => Promise.resolve(failed(NO_STORAGE))
    const none = { enrol: refuse, scan: refuse, letIn: refuse, undo: refuse, contact: refuse }
    return { state, ...none, putAway: async () => undefined, leave: async () => false, stop: () => undefined }
  }

  const live = liveQuery(() => readState(db)).subscribe({
    next: (next) => state.set(next),
    error: (error: unknown) => {
      state.set({ ...NOT_READ, read: true, keeps: false })
      platform.report(error)
    },
  })

  const enrolment = createEnrolment({ db, api })
  let contacting: Promise<Answer<null>> | null = null
  const contactNow = (): Promise<Answer<null>> => {
    contacting ??= (async () => {
      const mine = await enrolment.active()
      if (!mine) return failed(NOT_ENROLLED)
      const answer = await contact({ db, api, now: clock.now }, mine)
      return !answer.ok && answer.failure.kind === 'auth' ? enrolment.end(mine.credential) : answer
    })().finally(() => {
      contacting = null
    })
    return contacting
  }

  /** Null while this gate's clock is believed. Without any instant to go by, nothing is too old. */
  const notBeforeAt = async (now: number): Promise<number | null> => {
    const notBefore = await readNotBefore(db)
    return isClockBelieved(now, clock.verified(), notBefore) ? null : (notBefore ?? 0)
  }

  const look = async (text: string, now: number): Promise<Local> => {
    if (held && now - held.held.arrivedAt > HOLD_MAX_MS * 2) held = null
    const [rules, salt = ''] = [await db.read('rules'), await db.read('salt')]
    return judgeHere({ text, now, rules, held, notBefore: await notBeforeAt(now), salt, db, subtle })
  }

  const groupHere = async () => (await db.read('rules'))?.group ?? null

  /** Acts on what this gate makes of it. What cannot be written down is not entered. */
  const act = async (
    local: Local,
    { text, entryUid, at }: { text: string; entryUid: string; at: number },
  ): Promise<Answer<GateAnswer>> => {
    held = local.verdict === 'hold' ? local.held : null
    if (local.verdict !== 'enter') return { ok: true, data: toldHere(entryUid, at, local) }
    const venue = (await db.read('enrolment'))?.place.kind === 'venue'
    const believed = (await notBeforeAt(at)) === null
    const entering = { entryUid, at, code: text, group: local.group, venue, isClockBelieved: believed }
    let told: GateAnswer | undefined
    const isKept = await storage.writing(async () => {
      told = await enterHere(db, entering, local)
    })
    return isKept && told ? { ok: true, data: told } : failed(NO_STORAGE)
  }

  /** What the server says; null: it did not answer in time. */
  const ask = async (
    { credential }: Enrolment,
    { text, entryUid, local }: { text: string; entryUid: string; local: Local },
  ): Promise<Answer<GateAnswer> | null> => {
    const options = { credential, key: entryUid, timeoutMs: GATE_ANSWER_MS }
    const answer = await api.call(admit, { body: { entryUid, code: text } }, options)
    if (!answer.ok) {
      if (answer.failure.kind === 'auth') return enrolment.end(credential)
      return answer.failure.kind === 'transport' ? null : failed(answer.failure)
    }
    const { data } = answer
    held = data.verdict === 'hold' && local.verdict === 'hold' ? local.held : null
    const key = 'key' in local ? local.key : (local.stored?.key ?? data.pass?.passUid)
    // The server has entered it, whether there is room here or not.
    if (key !== undefined)
      await storage.writing(() => noteHeard(db, key, data, liveCodeOf(text))).catch(platform.report)
    const heard = fromServer(data)
    return { ok: true, data: local.verdict === 'hold' ? { ...heard, skewMs: local.skewMs } : heard }
  }

  const scanNow = async (given: string): Promise<Answer<GateAnswer>> => {
    const mine = await enrolment.active()
    if (!mine) return failed(NOT_ENROLLED)
    const [entryUid, at] = [uuidv7(), clock.now()]
    const scanned = readScan(given)
    const text = spelled(scanned)
    // What is no code of ours is none for the server; told to it, or written down, it could stop all that follow.
    if (text === null) {
      const none = { ...NOBODY, verdict: 'refused', reason: 'unreadable' } as const
      return { ok: true, data: { ...toldHere(entryUid, at, none), offline: !online.get() } }
    }
    if (isMistyped(scanned)) return failed(MISTYPED)
    const local = await look(text, at)
    // What was entered here and not told yet, the server cannot know.
    const untold = local.verdict === 'refused' && state.get().waiting > 0
    const isKnownHere = untold && (local.reason === 'used_here' || local.reason === 'old_code')
    if (online.get() && !isKnownHere && !(isNumber(scanned) && (await hasUntoldCard(db)))) {
      const heard = await ask(mine, { text, entryUid, local })
      if (heard) return heard
    }
    return act(local, { text, entryUid, at })
  }

  /** One scan after the other. */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const done = queue.then(job)
    queue = done.catch(() => undefined)
    return done
  }

  const undoHere = ({ entryUid, reason, note }: Undo, now: number): Promise<boolean | null> =>
    db.transaction('rw', db.entries, async () => {
      const row = await db.entries.where('entryUid').equals(entryUid).first()
      if (!row || row.result !== null) return null
      if (now >= row.at + UNDO_MS) return false
      await db.entries.put({ ...row, undone: { at: now, reason, ...(note ? { note } : {}) } })
      return true
    })

  const undoNow = async (what: Undo): Promise<Answer<null>> => {
    const mine = await enrolment.active()
    if (!mine) return failed(NOT_ENROLLED)
    const here = await undoHere(what, clock.now())
    if (here === false) return failed(LATE)
    if (here === null) {
      const { entryUid, reason, note } = what
      const body = { entryUid, reason, ...(note ? { note } : {}) }
      const answer = await api.call(undo, { body }, { credential: mine.credential })
      if (!answer.ok) return answer.failure.kind === 'auth' ? enrolment.end(mine.credential) : failed(answer.failure)
    }
    await noteUndone(db, what.entryUid, await groupHere())
    return { ok: true, data: null }
  }

  const enrolNow = async (code: string, label?: string): Promise<Answer<null>> => {
    const answer = await enrolment.enrol(code, label)
    if (!answer.ok) return answer
    platform.askToPersist()
    await contactNow()
    return answer
  }

  let toldAt = Number.NEGATIVE_INFINITY
  const renew = (force: boolean) => {
    const quiet = platform.monotonic() - toldAt
    if (stopped || !online.get() || (!force && state.get().waiting === 0 && quiet < GATE_CONTACT_MS)) return
    toldAt = platform.monotonic()
    void contactNow().catch(platform.report)
  }
  let cancel: () => void = () => undefined
  const tick = () => {
    cancel = platform.after(TICK_MS, () => {
      renew(false)
      tick()
    })
  }
  tick()
  const unhear = online.onGood((again) => again && renew(true))
  renew(true)

  return {
    state,
    enrol: enrolNow,
    scan: (text) => inTurn(() => scanNow(text)),
    letIn: (text, entryUid) =>
      inTurn(async () => {
        const code = spelled(readScan(text))
        const local = code === null ? null : await look(code, clock.now())
        if (code === null || local?.verdict !== 'ask') return failed(UNREACHED)
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
      unhear()
      live.unsubscribe()
      db.close()
    },
  }
}
