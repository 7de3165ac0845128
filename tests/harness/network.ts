/** The network between tabs and a server, with faults that a test injects. */
export type Handler = (request: Request) => Promise<Response>

export interface RecordedRequest {
  method: string
  /** The path below `/api/v1`, with its query. */
  path: string
  key: string | null
  owner: string | null
  token: string | null
  body: string
}

/**
 * - `drop`: the request does not arrive.
 * - `lose`: the request has its effect, and its answer is lost.
 * - `twice`: the request arrives twice, and the caller gets the second answer.
 * - a function answers in place of the server, as a captive portal or a proxy does.
 */
export type Fault = 'drop' | 'lose' | 'twice' | ((request: Request, pass: () => Promise<Response>) => Promise<Response>)

export interface Network {
  fetch: typeof fetch
  /** Requests that arrived at the server, in order. */
  receivedRequests: RecordedRequest[]
  /** All requests that were sent, whether they arrived or not. */
  sentRequests: RecordedRequest[]
  /** Returns the number of requests that the server is handling. */
  underWay: () => number
  down: (isDown: boolean) => void
  /** Applies the fault to the next `times` requests whose `METHOD path` matches. */
  fault: (match: RegExp, fault: Fault, times?: number) => void
  /** Lets the next matching request arrive, and holds its answer until `release`, or until `fail` loses it. */
  hold: (match: RegExp) => { arrived: Promise<void>; release: () => void; fail: () => void }
}

const lost = () => new TypeError('Failed to fetch')

/** Returns an HTML answer, such as that of a captive portal. */
export const html = (status = 200, headers: Record<string, string> = {}): Response =>
  new Response(status === 302 ? null : '<!doctype html><title>Welcome</title>', {
    status,
    headers: { 'content-type': 'text/html', ...headers },
  })

/** Returns an answer with the API's envelope. */
export const answer = (
  http: number,
  code: string,
  data: unknown = null,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify({ status: { code, message: code }, data }), {
    status: http,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Creates a network in front of `handler`. */
export const createNetwork = (handler: Handler): Network => {
  const faults: { match: RegExp; fault: Fault; left: number }[] = []
  const receivedRequests: RecordedRequest[] = []
  const sentRequests: RecordedRequest[] = []
  let isDown = false
  let underWay = 0

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = await request.clone().text()
    const { pathname, search } = new URL(request.url)
    const { headers } = request
    const entry: RecordedRequest = {
      method: request.method,
      path: pathname.replace('/api/v1', '') + search,
      key: headers.get('idempotency-key'),
      owner: headers.get('owner'),
      token: headers.get('authorization'),
      body,
    }
    sentRequests.push(entry)
    if (isDown) throw lost()
    const pass = () => {
      receivedRequests.push(entry)
      underWay += 1
      return handler(request.clone()).finally(() => {
        underWay -= 1
      })
    }
    const hit = faults.find(
      ({ match, left: remainingCount }) => remainingCount > 0 && match.test(`${entry.method} ${entry.path}`),
    )
    if (!hit) return pass()
    hit.left -= 1
    const { fault } = hit
    if (fault === 'drop') throw lost()
    if (typeof fault === 'function') return fault(request, pass)
    const first = await pass()
    if (fault === 'lose') throw lost()
    await first.text()
    return pass()
  }

  const fault: Network['fault'] = (match, how, times = 1) => {
    faults.push({ match, fault: how, left: times })
  }
  return {
    fetch,
    receivedRequests,
    sentRequests,
    underWay: () => underWay,
    down: (down) => {
      isDown = down
    },
    fault,
    hold: (match) => {
      let arrive: () => void = () => undefined
      let settle: (ok: boolean) => void = () => undefined
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve
      })
      const verdict = new Promise<boolean>((resolve) => {
        settle = resolve
      })
      fault(match, async (_request, pass) => {
        const response = await pass()
        arrive()
        if (!(await verdict)) throw lost()
        return response
      })
      return { arrived, release: () => settle(true), fail: () => settle(false) }
    },
  }
}
