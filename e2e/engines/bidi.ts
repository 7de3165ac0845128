import { once } from 'node:events'

const ANSWER_MS = 60_000

interface Answer {
  type: 'success' | 'error' | 'event'
  id?: number | null
  method?: string
  params?: unknown
  result?: unknown
  error?: string
  message?: string
}

/** A WebDriver BiDi connection: commands with their answers, and the browser's events. */
export class Bidi {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  readonly #hear: (method: string, params: unknown) => void
  #id = 0

  private constructor(socket: WebSocket, hear: (method: string, params: unknown) => void) {
    this.#socket = socket
    this.#hear = hear
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Answer))
    socket.addEventListener('close', () => {
      for (const id of this.#waiting.keys()) this.#take({ type: 'error', id, error: 'closed' })
    })
  }

  static async connect(url: string, hear: (method: string, params: unknown) => void): Promise<Bidi> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new Bidi(socket, hear)
  }

  async send<T>(method: string, params: object): Promise<T> {
    const id = (this.#id += 1)
    const answer = await new Promise<Answer>((resolve) => {
      const timer = setTimeout(() => this.#take({ type: 'error', id, error: 'no answer' }), ANSWER_MS)
      this.#waiting.set(id, (came) => {
        clearTimeout(timer)
        resolve(came)
      })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error} ${answer.message ?? ''}`)
    return answer.result as T
  }

  close(): void {
    this.#socket.close()
  }

  #take(answer: Answer): void {
    if (answer.type === 'event') return this.#hear(answer.method ?? '', answer.params)
    const taker = this.#waiting.get(answer.id ?? 0)
    this.#waiting.delete(answer.id ?? 0)
    taker?.(answer)
  }
}
