import autocannon from 'autocannon'
import { withServers } from './server.ts'

const CONNECTIONS = 50

export interface Rate {
  /** Responses per second, all of them 200. */
  perSecond: number
  p99Ms: number
}

/** Loads one page of ten attractions for `seconds`. `fresh`: each address once, so the server's cache never hits. */
const load = async (port: number, seconds: number, fresh: boolean): Promise<Rate> => {
  let requestCount = 0
  const path = '/api/v1/attraction/list?pageNum=1&pageSize=10'
  const result = await autocannon({
    url: `http://localhost:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        path,
        // An unknown language means English: another address, the same work.
        ...(fresh && { setupRequest: (request) => ({ ...request, path: `${path}&language=x${(requestCount += 1)}` }) }),
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} answers were no 200`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

/** Measures cached and uncached answers, round by round, on `DATABASE_URL` if set, else on the embedded database. */
export const listRates = (rounds: number, seconds = 5): Promise<{ cached: Rate[]; uncached: Rate[] }> =>
  withServers({
    prepare: async () => undefined,
    work: async ([port = 0]) => {
      await load(port, 2, false)
      const rates: { cached: Rate[]; uncached: Rate[] } = { cached: [], uncached: [] }
      for (let round = 0; round < rounds; round += 1) {
        rates.cached.push(await load(port, seconds, false))
        rates.uncached.push(await load(port, seconds, true))
      }
      return rates
    },
  })
