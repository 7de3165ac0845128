import { MINUTE_MS } from '#contract/time.ts'
import type { Gates } from './gates.ts'
import { createGate, type Gate } from '#sync/gate/gate.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { createTestClock } from '../harness/clock.ts'
import { createNetwork, type Handler } from '../harness/network.ts'
import { createBrowser, waitUntil } from '../harness/tabs.ts'

/**
 * Passes requests to the application as from a page. Each scanner has another neighbourhood, because enrolment is
 * throttled.
 */
const handlerOf =
  (gates: Pick<Gates, 'app'>, remoteAddress: string): Handler =>
  async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = await request.text()
    // Read for each request: a test may replace the server.
    const response = await gates.app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      remoteAddress,
      ...(body === '' ? {} : { payload: body }),
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return new Response(response.statusCode === 204 ? null : response.body, { status: response.statusCode, headers })
  }

let sequence = 0

/** Opens a scanner, not yet enrolled, in a browser of its own; `advance` moves its clock and the server's. */
export const openScanner = async (gates: Gates, watched: (handler: Handler) => Handler = (handler) => handler) => {
  sequence += 1
  const network = createNetwork(watched(handlerOf(gates, `203.0.${sequence}.7`)))
  const clock = createTestClock(gates.time.now)
  const browser = createBrowser({ network, clock })
  const tab = await browser.tab()
  const scanner = await createGate(tab.runtime)
  const advance = (ms: number) => {
    gates.time.now += ms
    clock.advance(ms)
  }
  const state = () => scanner.state.get()
  const settled = async (holds: () => boolean, what: string) => waitUntil(async () => holds(), what)
  const online = async () => {
    network.down(false)
    tab.fire('online')
    await settled(() => tab.runtime.online.get(), 'a line')
  }
  const waiting = (count: number) => settled(() => state().waiting === count, `${count} entries that wait`)
  return {
    ...scanner,
    gate: scanner,
    network,
    browser,
    clock,
    tab,
    advance,
    state,
    /** Enrols at a place and waits for the gate lists. */
    enrolAt: async (placeUid: string) => {
      const { code } = await makeEnrolmentCode(gates.deps, placeUid)
      const answer = await scanner.enrol(code, 'Door 1')
      await settled(() => state().enrolment !== null && state().lists !== null, 'an enrolled scanner')
      return { answer, code }
    },
    offline: async () => {
      network.down(true)
      await tab.runtime.online.probe()
    },
    online,
    waiting,
    /** Goes online and past the minute in which an entry may be undone, so that the journal is uploaded. */
    uploaded: async () => {
      await online()
      // Going online starts a contact, which may have begun before the minute was over.
      await scanner.contact()
      advance(MINUTE_MS)
      await scanner.contact()
      await waiting(0)
    },
    settled,
    read: async (text: string) => {
      const answer = await scanner.scan(text)
      if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
      return answer.data
    },
  }
}
export type Scanner = Awaited<ReturnType<typeof openScanner>>
export type { Gate }
