import { serverAnswers } from '#api/serverAnswers.ts'
import { runtime } from './runtime.ts'
import { createRuntimeView, useView, type View } from './view.ts'

const EVENTS = ['online', 'offline'] as const

const status = createRuntimeView(
  true,
  (runtime) => runtime?.online.get() ?? navigator.onLine,
  ({ online }) => online,
)
const view: View<boolean> = {
  ...status,
  subscribe: (listener) => {
    const end = status.subscribe(listener)
    for (const event of EVENTS) addEventListener(event, listener)
    return () => {
      end()
      for (const event of EVENTS) removeEventListener(event, listener)
    }
  },
}

/** Returns the online status: the outcome of the last request (O39), or `navigator.onLine` before the first. */
export const useOnline = (): boolean => useView(view)

/** `offline`: the phone has no network. `unanswered`: it has one, but our server did not answer the last request. */
export type Connection = 'online' | 'offline' | 'unanswered'

/** Returns the state of the connection, for texts that name what is missing. */
export const useConnection = (): Connection =>
  useView({
    ...view,
    initial: 'online',
    get: () => (view.get() ? 'online' : navigator.onLine ? 'unanswered' : 'offline'),
  } satisfies View<Connection>)

/** Asks the server now. Resolves with the status, or while the runtime is not loaded with whether the server answered. */
export const probeServer = async (): Promise<boolean> => (await runtime()?.online.probe()) ?? serverAnswers()
