import { useEffect } from 'react'
import { createCell } from '#sync/cell.ts'
import type { Gate, Undo } from '#sync/gate/gate.ts'
import { createGate } from '#sync/gate/gate.ts'
import { INITIAL_STATE, type GateState } from '#sync/gate/state.ts'
import type { GateAnswer } from '#sync/gate/answer.ts'
import { outcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'
import { useView } from './view.ts'
export { isClockBelieved } from '#sync/gate/gateClock.ts'
export { subjectOf } from '#sync/gate/judge.ts'
export type { GateAnswer } from '#sync/gate/answer.ts'
export type { GateState } from '#sync/gate/state.ts'

/** The scanner of this page: created when its screen is first shown, and kept, so that it goes on uploading. */
let opening: Promise<Gate> | null = null
const view = { initial: INITIAL_STATE, ...createCell(INITIAL_STATE) }

const gate = (): Promise<Gate> => {
  opening ??= loadRuntime()
    .then(createGate)
    .then((created) => {
      view.set(created.state.get())
      created.state.subscribe(() => view.set(created.state.get()))
      return created
    })
    .catch((error: unknown) => {
      opening = null
      throw error
    })
  return opening
}

/** Returns the state of the scanner, and opens it at the first use. */
export const useGate = (): GateState => {
  useEffect(() => {
    void gate()
  }, [])
  return useView(view)
}

/**
 * Exchanges an enrolment code for a credential and fetches the gate lists. `E_GATE_CODE`: a wrong or spent code (G33).
 * The form has said that storage was emptied, so an enrolment ends that notice (S20).
 */
export const enrolGate = async (code: string, label: string): Promise<Outcome<null>> => {
  const enrolled = outcome(await (await gate()).enrol(code, label.trim()))
  if (enrolled.ok) (await loadRuntime()).storage.dismissEviction()
  return enrolled
}

/**
 * Judges a scanned or typed code and records the admission. The server decides. This gate decides when it is offline,
 * or when the server does not answer within 3 s or cannot judge now (G21, G22), but never about one-time codes and
 * printed numbers (G18).
 */
export const scanAtGate = async (text: string): Promise<Outcome<GateAnswer>> => outcome(await (await gate()).scan(text))

/** Enters an unlisted card that staff let in (G17). */
export const letIn = async (text: string, entryUid: string): Promise<Outcome<GateAnswer>> =>
  outcome(await (await gate()).letIn(text, entryUid))

/** Undoes an entry; offline, only one that is in the journal. `E_UNDO_LATE` after 60 s (G27). */
export const undoEntry = async (undo: Undo): Promise<Outcome<null>> => outcome(await (await gate()).undo(undo))

/** Uploads the journal and fetches the gate lists now. */
export const contactServer = async (): Promise<Outcome<null>> => outcome(await (await gate()).contact())

/** Removes an entry that staff have dealt with from the list (G30). */
export const hideDeskEntry = async (entryUid: string): Promise<void> => (await gate()).putAway(entryUid)

/** Removes the scanner. Resolves false, and deletes nothing, while entries wait for upload (G31). */
export const leaveGate = async (): Promise<boolean> => (await gate()).leave()
