import { useEffect, useSyncExternalStore } from 'react'
import type { Answer } from '#api/failure.ts'
import { createCell } from '#sync/cell.ts'
import type { Gate, Undo } from '#sync/gate/gate.ts'
import { createGate } from '#sync/gate/gate.ts'
import { NOT_READ, type GateState } from '#sync/gate/state.ts'
import type { GateAnswer } from '#sync/gate/answer.ts'
import { no, outcome, type Outcome } from './outcome.ts'
import { started } from './phone.ts'
export { isClockBelieved } from '#sync/gate/gateClock.ts'
export { subjectOf } from '#sync/gate/judge.ts'
export type { GateAnswer } from '#sync/gate/answer.ts'
export type { GateState, KeptEntry } from '#sync/gate/state.ts'

/** The gate of this page: opened when its screen is first shown, then kept (it goes on uploading). */
let opening: Promise<Gate> | null = null
const view = createCell<GateState>(NOT_READ)

const gate = (): Promise<Gate> => {
  opening ??= started()
    .then(createGate)
    .then((made) => {
      view.set(made.state.get())
      made.state.subscribe(() => view.set(made.state.get()))
      return made
    })
    .catch((error: unknown) => {
      opening = null
      throw error
    })
  return opening
}

/** A refusal of this phone itself is told by the same codes as the server's. */
const told = <T>(answer: Answer<T>): Outcome<T> => {
  if (answer.ok || answer.failure.kind !== 'refused') return outcome(answer)
  return answer.failure.code === 'STORAGE' ? no('STORAGE') : outcome(answer)
}

export const useGate = (): GateState => {
  useEffect(() => {
    void gate()
  }, [])
  return useSyncExternalStore(view.subscribe, view.get, () => NOT_READ)
}

/** Trades the operator’s code for this scanner’s credential and fetches its lists. */
export const enrolGate = async (code: string, label: string): Promise<Outcome<null>> =>
  told(await (await gate()).enrol(code, label.trim()))

/** Judges and enters what was scanned or typed: by the server within three seconds, else by this phone. */
export const scanAtGate = async (text: string): Promise<Outcome<GateAnswer>> => told(await (await gate()).scan(text))

/** Lets a card in that the list does not know. */
export const letIn = async (text: string, entryUid: string): Promise<Outcome<GateAnswer>> =>
  told(await (await gate()).letIn(text, entryUid))

export const undoEntry = async (undo: Undo): Promise<Outcome<null>> => told(await (await gate()).undo(undo))

/** Uploads what waits and renews the lists, now. */
export const contactServer = async (): Promise<Outcome<null>> => told(await (await gate()).contact())

export const putAway = async (entryUid: string): Promise<void> => (await gate()).putAway(entryUid)

/** Forgets this scanner. False: entries still wait. */
export const leaveGate = async (): Promise<boolean> => (await gate()).leave()
