import { useCallback, useEffect, useRef, useState } from 'react'
import { CODE_PERIOD_MS } from '#contract/limits.ts'
import { ARRIVAL_TOLERANCE_MS, HOLD_MAX_MS } from '#contract/rules/passCheck.ts'
import { letIn, scanAtGate, subjectOf, type GateAnswer } from '#data/gate.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { joinParty, leaveParty, NO_PARTY, partyAt } from './party.ts'
import { signal } from './signals.ts'
import { answerTextsOf } from './gateMessages.ts'

/** Minimum display time of an answer before the next visitor of a group replaces it. */
const READ_MS = 1_500
/** After “next scan”, time in which the code just answered is ignored: the phone may still be in the picture. */
const GONE_MS = 2_500
/** Within this time a phone that draws live codes has shown its next one. */
const NEXT_CODE_MS = CODE_PERIOD_MS + ARRIVAL_TOLERANCE_MS + 500
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
  /** Size of the current party: entries without “next scan” or a long pause between them. */
  inGroup: number
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

const isRecorded = ({ verdict }: GateAnswer): boolean => verdict === 'admitted' || verdict === 'recorded'

/** Holds the state of the scanner: judges one code at a time and decides which camera readings count as a new scan. */
export const useScans = (): Scans => {
  const [shownAnswer, setShownAnswer] = useState<ShownAnswer | null>(null)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [busy, setBusy] = useState(false)
  const [recent, setRecent] = useState<readonly GateAnswer[]>([])
  const [party, setParty] = useState(NO_PARTY)
  const stateRef = useRef({
    shown: null as ShownAnswer | null,
    shownAt: 0,
    busy: false,
    seen: '',
    seenAt: 0,
    left: '',
    leftUntil: 0,
  })

  const show = useCallback((text: string, answer: GateAnswer) => {
    Object.assign(stateRef.current, { shown: { answer, text }, shownAt: performance.now() })
    setShownAnswer({ answer, text })
    signal(answerTextsOf(answer).tone)
    const { shownAt } = stateRef.current
    setParty((before) => (isRecorded(answer) ? joinParty(before, answer.entryUid, shownAt) : partyAt(before, shownAt)))
    if (isRecorded(answer)) setRecent((before) => [answer, ...before].slice(0, RECENT_MAX))
  }, [])

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
          if (isSecondHold) state.shown = { answer: outcome.data, text }
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
      if (answered?.answer.verdict === 'hold') {
        if (text === answered.text && at - state.seenAt < NEXT_CODE_MS) return
      } else if (answered) {
        if (subject === subjectOf(answered.text) || at - state.shownAt < READ_MS) return
      } else if (subject === state.left && at < state.leftUntil) return
      scanFromKeyboard(text)
    },
    [scanFromKeyboard],
  )

  const closeAnswer = useCallback(() => {
    const state = stateRef.current
    const leftSubject = state.shown ? subjectOf(state.shown.text) : ''
    Object.assign(state, { shown: null, seen: '', left: leftSubject, leftUntil: performance.now() + GONE_MS })
    setShownAnswer(null)
    setFailure(null)
  }, [])
  const next = useCallback(() => {
    closeAnswer()
    setParty(NO_PARTY)
  }, [closeAnswer])

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
    inGroup: party.entryUids.length,
    scanFromCamera,
    scanFromKeyboard,
    admitCard: () => {
      if (shownAnswer) void run(shownAnswer.text, () => letIn(shownAnswer.text, shownAnswer.answer.entryUid))
    },
    next,
    forget: (entryUid) => {
      setRecent((before) => before.filter((entry) => entry.entryUid !== entryUid))
      setParty((before) => leaveParty(before, entryUid))
      if (shownAnswer?.answer.entryUid === entryUid) closeAnswer()
    },
  }
}
