import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { FromWorker, ToWorker } from './messages.ts'

const STOP_MS = 5_000
const RESTART_MS = 500
/** The thread mostly moves bytes: a larger young generation would only waste memory. */
const YOUNG_MB = 8

/** A connection to the database thread, with the interface of the socket that `pg` expects. */
class ThreadSocket extends Duplex {
  readonly #send: (message: ToWorker) => void
  readonly #id: number
  readonly #gone: () => void

  constructor(id: number, send: (message: ToWorker) => void, onEnd: () => void) {
    super()
    this.#id = id
    this.#send = send
    this.#gone = onEnd
  }

  /** The methods that `pg` calls on a socket. */
  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  // `pg` writes the messages of one query between `cork` and `uncork`: send them as one.
  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this.#write(chunks.length === 1 && chunks[0] ? chunks[0].chunk : Buffer.concat(chunks.map(({ chunk }) => chunk)))
    callback()
  }
  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.#write(chunk)
    callback()
  }
  #write(bytes: Buffer): void {
    // Copy the bytes: posting a view would clone its whole underlying buffer, and that of `pg` is large.
    this.#send({ type: 'data', id: this.#id, bytes: new Uint8Array(bytes) })
  }
  override _final(callback: () => void): void {
    callback()
    this.destroy()
  }
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#gone()
    callback(error)
  }
}

export interface Engine {
  /**
   * Opens a connection for `pg`. The database thread serves only the newest: once it starts, the transaction of the one
   * before is rolled back and its messages are ignored (`worker.ts`).
   */
  stream: () => Duplex
  /** Terminates a thread that no longer answers; the database then restarts as after a crash. */
  restart: () => void
  /** Returns the name of the database thread, for `createStarvation`; null if unknown. */
  thread: () => string | null
  stop: () => Promise<void>
}

/**
 * Starts the embedded database in `dir`. Resolves when it answers; rejects when it cannot start. If its thread dies
 * later, it is restarted, and open connections end with an error.
 */
export const startEngine = async (dir: string, log: Logger): Promise<Engine> => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // While V8 of Node 24 frees compiled WebAssembly, it can abort the whole process (decision 0342).
  setFlagsFromString('--no-wasm-code-gc')
  const sockets = new Map<number, ThreadSocket>()
  let worker: Worker | null = null
  let thread: string | null = null
  let stopping = false
  let count = 0

  const send = (message: ToWorker): void => worker?.postMessage(message)

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = new Worker(new URL('./worker.ts', import.meta.url), {
        workerData: { dir },
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      })
      own.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          worker = own
          thread = message.thread
          resolve()
        }
        if (message.type === 'data') sockets.get(message.id)?.push(message.bytes)
      })
      own.on('error', (error) => {
        log.error({ err: error }, 'the embedded database failed')
        reject(error)
      })
      own.on('exit', () => {
        const wasReady = worker === own
        if (wasReady) worker = null
        reject(new Error('the embedded database ended'))
        for (const socket of sockets.values()) socket.destroy(new Error('the embedded database ended'))
        if (wasReady && !stopping) scheduleRestart()
      })
    })

  const scheduleRestart = (): void => {
    setTimeout(() => {
      if (!stopping)
        start().then(
          () => log.info('the embedded database is back'),
          () => scheduleRestart(),
        )
    }, RESTART_MS)
  }

  const stop = async (): Promise<void> => {
    const own = worker
    if (!own) return
    const ended = new Promise<void>((resolve) => own.once('exit', () => resolve()))
    own.postMessage({ type: 'stop' } satisfies ToWorker)
    const timer = setTimeout(() => void own.terminate(), STOP_MS)
    await ended
    clearTimeout(timer)
  }

  const isNew = !existsSync(join(dir, 'PG_VERSION'))
  await start()
  if (isNew) {
    // Creating a database takes twice the memory of running one; only a new thread releases it.
    stopping = true
    await stop()
    stopping = false
    await start()
  }

  return {
    stream: () => {
      const id = (count += 1)
      const socket = new ThreadSocket(id, send, () => sockets.delete(id))
      if (worker) sockets.set(id, socket)
      else setImmediate(() => socket.destroy(new Error('the embedded database is away')))
      return socket
    },
    restart: () => void worker?.terminate(),
    thread: () => thread,
    stop: () => {
      stopping = true
      return stop()
    },
  }
}
