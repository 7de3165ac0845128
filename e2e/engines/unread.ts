/** What Firefox tells by BiDi, as far as it is of interest here. Times are its own, in ms. */
export interface Told {
  method: string
  timestamp: number
  /** Of what its console was told. */
  level?: string
  text?: string
  /** Of a request that failed. */
  errorText?: string
}
/** All that is subscribed to. */
export const TOLD = ['log.entryAdded', 'network.fetchError', 'browsingContext.navigationStarted']

/**
 * Firefox blames the worker when a page is left that has not read the worker's answer to its end: the answer was given, so
 * nothing of ours failed, and nobody waits for it. It names the answer's address, and an answer from the pack has none.
 * A worker that fails says otherwise, with the address: its promise "rejected", or it "passed an Error Response".
 */
const UNREAD = 'Failed to load ‘’. A ServiceWorker intercepted the request and encountered an unexpected error.'
/** How a request ends that its page gave up. An answer that breaks by itself has the same words, but another end. */
const GIVEN_UP = 'NS_BINDING_ABORTED'
/** The three are told one after the other, in no order. */
const SAME_MOMENT_MS = 1_000

/** The errors of a console; `unread` are those that Firefox writes of answers which a page that was left did not read. */
export const sorted = (told: readonly Told[]): { errors: string[]; unread: string[] } => {
  const of = (wanted: string) => told.filter(({ method }) => method === wanted)
  const givenUp = of('network.fetchError').filter(({ errorText }) => errorText === GIVEN_UP)
  const left = of('browsingContext.navigationStarted')
  const errors: string[] = []
  const unread: string[] = []
  for (const { level, text = '', timestamp } of of('log.entryAdded')) {
    if (level !== 'error') continue
    const near = (other: Told) => Math.abs(other.timestamp - timestamp) < SAME_MOMENT_MS
    // One message for one request, and no more.
    const request = text === UNREAD && left.some(near) ? givenUp.findIndex(near) : -1
    if (request >= 0) givenUp.splice(request, 1)
    ;(request >= 0 ? unread : errors).push(text)
  }
  return { errors, unread }
}
