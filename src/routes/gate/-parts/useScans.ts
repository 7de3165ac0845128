import { useCallback, useEffect, useRef, useState } from 'react'
import { HOLD_MAX_MS } from '#contract/rules/passCheck.ts'
import { letIn, scanAtGate, subjectOf, type GateAnswer } from '#data/gate.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { decideReading } from './cameraReading.ts'
import { expectParty, joinParty, leaveParty, NO_PARTY, type Party, type PartyAnswer } from './party.ts'
import { signal } from './signals.ts'
import { answerTextsOf } from './gateMessages.ts'

const RECENT_MAX = 5

export interface ShownAnswer {
  answer: GateAnswer
  text: string
}

export interface Scans {
  /** The answer on the screen; null while none is shown. */
  shown: ShownAnswer | null
  /** Why the last scan could not be judged; null when it was. */
  failure: FailedOutcome | null
  busy: boolean
  /** The recent entries and discounts, newest first. */
  recent: readonly GateAnswer[]
  /** The current party: answers without “next scan” or a long pause between them. */
  party: Party
  /** Accepted visitor of the party whose code was read again after another one's; null when there is none. */
  repeated: PartyAnswer | null
  /** Announces how many visitors come together. */
  expect: (size: number) => void
  /** Takes a code from the camera, which repeats it while it is in the picture. */
  scanFromCamera: (text: string) => void
  /** Takes a code from the keyboard or a hardware scanner. */
  scanFromKeyboard: (text: string) => void
  /** Enters the unlisted card of the shown answer: staff let it in (G17). */
  admitCard: () => void
  /** Closes the answer, and ends the party. */
  next: () => void
  /** Removes an entry that was undone; the others of its party stay. */
  forget: (entryUid: string) => void
}

const isRecorded = ({ verdict }: GateAnswer): boolean =>
  verdict === 'admitted' || verdict === 'recorded' || verdict === 'redeemed'

/** Holds the state of the scanner: judges one code at a time and decides which camera readings count as a new scan. */
export const useScans = (): Scans => {
  const [shownAnswer, setShownAnswer] = useState<ShownAnswer | null>(null)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [busy, setBusy] = useState(false)
  const [recent, setRecent] = useState<readonly GateAnswer[]>([])
  const [party, setParty] = useState(NO_PARTY)
  const [repeated, setRepeated] = useState<PartyAnswer | null>(null)
  const stateRef = useRef({
    shown: null as ShownAnswer | null,
    shownAt: 0,
    busy: false,
    seen: '',
    seenAt: 0,
    /** When the camera last read the held pass. */
    heldAt: 0,
    closed: new Set<string>(),
    closedAt: Number.NEGATIVE_INFINITY,
    party: NO_PARTY,
  })
  const changeParty = useCallback((next: Party) => {
    stateRef.current.party = next
    setParty(next)
  }, [])

  const show = useCallback(
    (text: string, answer: GateAnswer) => {
      const state = stateRef.current
      const at = performance.now()
      Object.assign(state, { shown: { answer, text }, shownAt: at, heldAt: at })
      setShownAnswer({ answer, text })
      setRepeated(null)
      const { tone } = answerTextsOf(answer, text)
      signal(tone)
      const label = answer.voucher?.goodsNm ?? answer.pass?.holder ?? answer.pass?.passType ?? null
      const { entryUid } = answer
      const isAccepted = isRecorded(answer)
      if (answer.verdict !== 'hold')
        changeParty(joinParty(state.party, { entryUid, subject: subjectOf(text), isAccepted, label }, at))
      if (isAccepted) setRecent((before) => [answer, ...before].slice(0, RECENT_MAX))
    },
    [changeParty],
  )

  const run = useCallback(
    async (text: string, judge: () => ReturnType<typeof scanAtGate>) => {
      const state = stateRef.current
      if (state.busy) return
      state.busy = true
      setBusy(true)
      setFailure(null)
      try {
        const outcome = await judge()
        if (outcome.ok) {
          const isSecondHold = outcome.data.verdict === 'hold' && state.shown?.answer.verdict === 'hold'
          if (isSecondHold) Object.assign(state, { shown: { answer: outcome.data, text }, heldAt: performance.now() })
          else show(text, outcome.data)
        } else {
          // The banner stands below the answer: what was shown before is no longer the newest scan.
          state.shown = null
          setShownAnswer(null)
          setFailure(outcome)
          signal('refused')
        }
      } finally {
        state.busy = false
        setBusy(false)
      }
    },
    [show],
  )

  const scanFromKeyboard = useCallback((text: string) => void run(text, () => scanAtGate(text)), [run])

  const scanFromCamera = useCallback(
    (text: string) => {
      const state = stateRef.current
      const at = performance.now()
      const subject = subjectOf(text)
      if (text !== state.seen) Object.assign(state, { seen: text, seenAt: at })
      if (state.busy) return
      const { shown: answered } = state
      const isHeld = answered?.answer.verdict === 'hold'
      const answeredSubject = answered ? subjectOf(answered.text) : ''
      if (isHeld && subject === answeredSubject) state.heldAt = at
      const decision = decideReading(
        { text, subject, at },
        {
          ...state,
          shown: answered && { text: answered.text, subject: answeredSubject, isHeld, at: state.shownAt },
        },
      )
      if (decision === 'judge') scanFromKeyboard(text)
      else if (decision !== 'ignore') setRepeated(decision)
    },
    [scanFromKeyboard],
  )

  const closeAnswer = useCallback(() => {
    const state = stateRef.current
    const closed = new Set(state.party.answers.map(({ subject }) => subject))
    if (state.shown) closed.add(subjectOf(state.shown.text))
    Object.assign(state, { shown: null, seen: '', closed, closedAt: performance.now() })
    setShownAnswer(null)
    setRepeated(null)
    setFailure(null)
  }, [])
  const next = useCallback(() => {
    closeAnswer()
    changeParty(NO_PARTY)
  }, [closeAnswer, changeParty])

  const isHeld = shownAnswer?.answer.verdict === 'hold'
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setTimeout(next, HOLD_MAX_MS)
    return () => clearTimeout(timer)
  }, [isHeld, next])

  return {
    shown: shownAnswer,
    failure,
    busy,
    recent,
    party,
    repeated,
    expect: (size) => changeParty(expectParty(stateRef.current.party, size)),
    scanFromCamera,
    scanFromKeyboard,
    admitCard: () => {
      if (shownAnswer) void run(shownAnswer.text, () => letIn(shownAnswer.text, shownAnswer.answer.entryUid))
    },
    next,
    forget: (entryUid) => {
      setRecent((before) => before.filter((entry) => entry.entryUid !== entryUid))
      changeParty(leaveParty(stateRef.current.party, entryUid))
      if (shownAnswer?.answer.entryUid === entryUid) closeAnswer()
    },
  }
}
