import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A simulated slow network below HTTP, the same for pages and workers: delay, a shared downlink, slow start. */
export interface NetworkProfile {
  /** Round trip, ms. */
  rttMs: number
  /** Bytes per ms. */
  downBytesPerMs: number
}
export const SLOW_4G: NetworkProfile = { rttMs: 150, downBytesPerMs: 1638.4 / 8 }

const SEGMENT = 1460
const FIRST_WINDOW = 10 * SEGMENT

/** Runs jobs at their time and in order; with one timer, because timers of the same moment may fire out of order. */
class DelayQueue {
  #last = 0
  #waiting: { at: number; job: () => void }[] = []
  #timer: NodeJS.Timeout | undefined

  at(time: number, job: () => void): void {
    this.#last = Math.max(this.#last, time)
    this.#waiting.push({ at: this.#last, job })
    if (this.#waiting.length === 1) this.#wait()
  }
  clear(): void {
    this.#waiting = []
    clearTimeout(this.#timer)
  }
  #wait(): void {
    const next = this.#waiting[0]
    if (next) this.#timer = setTimeout(() => this.#run(), Math.max(0, next.at - performance.now()))
  }
  #run(): void {
    const now = performance.now()
    while (this.#waiting[0] && this.#waiting[0].at <= now + 0.5) this.#waiting.shift()?.job()
    this.#wait()
  }
}

/** A TCP proxy to `target` with the network of `profile`. */
export class Shaper {
  port = 0
  /** Bytes delivered since `reset`, and when the last one was (ms of `performance`). */
  delivered = 0
  lastByteAt = 0
  profile: NetworkProfile | null = null
  #mode: 'up' | 'stopped' | 'hanging' = 'up'
  #free = 0
  #server: Server | null = null
  #ends = new Set<() => void>()
  readonly #target: number

  constructor(target: number) {
    this.#target = target
  }

  async start(): Promise<this> {
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client))
    await new Promise<void>((resolve) => this.#server?.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.#server.address() as AddressInfo).port
    return this
  }

  /** `stopped`: connections are refused. `hanging`: they are accepted and never answered. */
  async mode(next: 'up' | 'stopped' | 'hanging'): Promise<void> {
    for (const end of this.#ends) end()
    const before = this.#mode
    this.#mode = next
    if (next === 'stopped' && before !== 'stopped') await new Promise((resolve) => this.#server?.close(resolve))
    if (next !== 'stopped' && before === 'stopped') await this.start()
  }

  reset(): void {
    this.delivered = 0
  }

  #accept(client: Socket): void {
    const lines = { up: new DelayQueue(), down: new DelayQueue() }
    const origin = this.#mode === 'hanging' ? null : connect({ port: this.#target, host: '127.0.0.1', noDelay: true })
    const end = (): void => {
      this.#ends.delete(end)
      client.destroy()
      origin?.destroy()
      lines.up.clear()
      lines.down.clear()
    }
    this.#ends.add(end)
    client.on('error', end).on('close', end)
    if (!origin) return void client.resume()
    origin.on('error', end)
    const { rttMs, downBytesPerMs } = this.profile ?? { rttMs: 0, downBytesPerMs: Infinity }
    const openAt = performance.now() + rttMs
    let window = FIRST_WINDOW
    let sent = 0
    let acknowledgedAt = openAt
    client.on('data', (bytes) =>
      lines.up.at(Math.max(openAt, performance.now()) + rttMs / 2, () => origin.write(bytes)),
    )
    origin.on('data', (bytes: Buffer) => {
      for (let from = 0; from < bytes.length; from += SEGMENT) {
        const segment = bytes.subarray(from, from + SEGMENT)
        // A full window waits for its acknowledgement and then doubles.
        if (sent + segment.length > window) {
          acknowledgedAt = Math.max(performance.now(), this.#free, acknowledgedAt) + rttMs
          window *= 2
          sent = 0
        }
        sent += segment.length
        const begin = Math.max(
          performance.now(),
          this.#free,
          sent === segment.length && window > FIRST_WINDOW ? acknowledgedAt : 0,
        )
        this.#free = Math.max(this.#free, performance.now()) + segment.length / downBytesPerMs
        lines.down.at(Math.max(begin, this.#free) + rttMs / 2, () => {
          this.delivered += segment.length
          this.lastByteAt = performance.now()
          client.write(segment)
        })
      }
    })
    origin.on('end', () => lines.down.at(Math.max(performance.now(), this.#free) + rttMs / 2, () => client.end()))
  }
}
