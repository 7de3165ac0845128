/**
 * The embedded database, in a thread of its own because a query blocks it. It has one session: connections take
 * turns between their transactions; one that is gone is rolled back, and its statements are forgotten.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { concat } from '#contract/rules/bytes.ts'
import { threadName } from '../starvation.ts'
import { DurableFs, START_PARAMS } from './fs.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { renamed } from './names.ts'

type Work = Extract<ToWorker, { type: 'data' }>

const { dir } = workerData as { dir: string }
const port = parentPort
if (!port) throw new Error('runs as a worker only')

const say = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

/** The least that PGlite starts with; it grows when it must. Its own choice is several times that. */
const MEMORY_BYTES = 128 * 1024 * 1024

const pg = await PGlite.create({ fs: new DurableFs(dir), startParams: START_PARAMS, initialMemory: MEMORY_BYTES })

/** A simple query message: type, length, text, zero. */
const query = (sql: string): Uint8Array => {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

/** The first message of a connection has no type. */
const START = 0

/**
 * What the database answers, a copy: it gives views into its own memory. Not by `execProtocolRawSync` alone, which
 * reads each answer itself and keeps what it read for ever.
 */
const ask = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  if (bytes[0] === START) return new Uint8Array(pg.execProtocolRawSync(bytes))
  const parts: Uint8Array[] = []
  // All of it comes before this returns; what is thrown ends the thread.
  void pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) })
  return concat(...parts)
}

const READY = 'Z'.charCodeAt(0)
const READY_BYTES = 6
const IDLE = 'I'.charCodeAt(0)

/** Names that each connection has given statements; they stand as `connection.name`, for all share one session. */
const named = new Map<number, Set<string>>()
let forgotten: string[] = []

/** The connection whose transaction is open. */
let owner: number | null = null
let stopping = false
let waiting: Work[] = []

const run = ({ id, bytes }: Work): void => {
  const names = named.get(id) ?? new Set()
  named.set(id, names)
  const answer = ask(renamed(bytes, `${id}.`, names))
  if (answer.byteLength === 0) return
  // The answer ends with "ready", which says whether a transaction is open.
  if (answer.at(-READY_BYTES) === READY) owner = answer.at(-1) === IDLE ? null : id
  say({ type: 'data', id, bytes: answer }, [answer.buffer])
}

/** What may run: the transaction that is open goes on with what it sent ahead, else it is who came first. */
const next = (): Work | undefined => {
  const at = owner === null ? 0 : waiting.findIndex(({ id }) => id === owner)
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
}

const drain = (): void => {
  for (;;) {
    if (owner === null) {
      for (const name of forgotten) ask(query(`DEALLOCATE "${name}"`))
      forgotten = []
    }
    const work = next()
    if (!work) return
    run(work)
  }
}

port.on('message', (message: ToWorker) => {
  if (stopping) return
  switch (message.type) {
    case 'data':
      waiting.push(message)
      drain()
      break
    case 'close':
      waiting = waiting.filter(({ id }) => id !== message.id)
      if (owner === message.id) {
        ask(query('ROLLBACK'))
        owner = null
      }
      forgotten.push(...(named.get(message.id) ?? []))
      named.delete(message.id)
      drain()
      break
    case 'stop':
      stopping = true
      // The thread ends when nothing can come in any more.
      void pg.close().finally(() => port.close())
  }
})

say({ type: 'ready', thread: threadName() })
