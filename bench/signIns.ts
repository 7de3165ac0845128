import { parentPort, workerData } from 'node:worker_threads'
import { httpRequest } from '#server/outside/httpRequest.ts'

/** Signs each visitor in repeatedly until a message arrives; posts the number of sign-ins. */

const { port, emails, password } = workerData as { port: number; emails: string[]; password: string }
let over = false
let count = 0
parentPort?.once('message', () => (over = true))
await Promise.all(
  emails.map(async (id) => {
    while (!over) {
      const { status } = await httpRequest(`http://localhost:${port}/api/v1/account/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, password }),
        timeoutMs: 10_000,
      })
      if (status !== 200) throw new Error(`a sign-in was answered with ${status}`)
      count += 1
    }
  }),
)
parentPort?.postMessage(count)
