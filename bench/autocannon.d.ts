/** The part of autocannon that the bench uses; the package has no types. */
declare module 'autocannon' {
  interface Request {
    path?: string
    method?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p99: number }
    /** Seconds. */
    duration: number
    mismatches: number
    non2xx: number
    errors: number
    timeouts: number
  }
  const run: (options: {
    url: string
    connections: number
    duration?: number
    amount?: number
    verifyBody?: (body: string) => boolean
    requests: Request[]
  }) => Promise<Result>
  export default run
}
