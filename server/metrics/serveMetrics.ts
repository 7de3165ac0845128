import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Deps } from '#server/deps.ts'
import type { Metrics } from './metrics.ts'

const PATH = '/metrics'

/** Serves `GET /metrics` on a port of its own, apart from visitors. Resolves with the port. */
export const serveMetrics = async (metrics: Metrics, deps: Deps) => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== PATH) {
      response.writeHead(404).end()
      return
    }
    metrics.scrape(deps).then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(deps.config.metrics?.port, deps.config.metrics?.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
    },
  }
}
