/** The events of WebDriver BiDi that matter here. Timestamps are Firefox's own, in ms. */
export interface BidiEvent {
  method: string
  timestamp: number
  /** Of a console message. */
  level?: string
  text?: string
  /** Of a failed request. */
  errorText?: string
}
/** The events to subscribe to. */
export const BIDI_EVENTS = ['log.entryAdded', 'network.fetchError', 'browsingContext.navigationStarted']

/**
 * Firefox blames the worker when a page is left before it has read the worker's answer to the end. The worker has
 * answered and no one needs the answer, so this is no error. The message names the answer's address, which is empty for
 * an answer that the worker has made. Real failures of a worker read otherwise: its promise "rejected", or it "passed an
 * Error Response".
 */
const UNREAD_MESSAGE =
  /^Failed to load ‘[^’]*’\. A ServiceWorker intercepted the request and encountered an unexpected error\.$/
/**
 * The error of a request that its page abandoned. An answer that breaks has the same console message, but another error
 * here.
 */
const ABORTED_ERROR = 'NS_BINDING_ABORTED'
/** The three events come close together, in any order. */
const SAME_MOMENT_MS = 1_000

/** Sorts console errors: `unread` are those about answers that a left page did not read, `errors` are all others. */
export const sortErrors = (events: readonly BidiEvent[]): { errors: string[]; unread: string[] } => {
  const of = (wanted: string) => events.filter(({ method }) => method === wanted)
  const givenUp = of('network.fetchError').filter(({ errorText }) => errorText === ABORTED_ERROR)
  const navigations = of('browsingContext.navigationStarted')
  const errors: string[] = []
  const unread: string[] = []
  for (const { level, text = '', timestamp } of of('log.entryAdded')) {
    if (level !== 'error') continue
    const near = (event: BidiEvent) => Math.abs(event.timestamp - timestamp) < SAME_MOMENT_MS
    // Each abandoned request accounts for one message.
    const request = UNREAD_MESSAGE.test(text) && navigations.some(near) ? givenUp.findIndex(near) : -1
    if (request >= 0) givenUp.splice(request, 1)
    ;(request >= 0 ? unread : errors).push(text)
  }
  return { errors, unread }
}
