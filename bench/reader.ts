import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Sends requests evenly at a fixed rate, whether or not earlier ones are answered: autocannon sends those of a second
 * all at its start. Posts the p99 in ms. Fails on any response but 200.
 */

const { port, path, rate, seconds } = workerData as { port: number; path: string; rate: number; seconds: number }
const SOCKETS = 20
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })

const sendRequest = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    get({ agent, port, path }, (response) => {
      response.once('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - began)
          : reject(new Error(`${path} was answered with ${response.statusCode}`)),
      )
      response.resume()
    }).once('error', reject)
  })

const requests: Promise<number>[] = []
const began = performance.now()
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const due = Math.min(seconds, (performance.now() - began) / 1000) * rate
    while (requests.length < due) requests.push(sendRequest())
    if (due < seconds * rate) return
    clearInterval(timer)
    resolve()
  }, 1)
})
const sorted = (await Promise.all(requests)).toSorted((a, b) => a - b)
agent.destroy()
parentPort?.postMessage(sorted[Math.floor(sorted.length * 0.99)])
