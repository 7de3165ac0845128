/**
 * The embedded database, in a thread of its own because a query blocks the thread. It has one session, which the
 * connections share one transaction at a time. When a connection closes, its open transaction is rolled back and its
 * prepared statements are deallocated.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { concat } from '#contract/rules/bytes.ts'
import { threadName } from '../starvation.ts'
import { DurableFs, START_PARAMS } from './fs.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { renamed } from './statementNames.ts'

type Work = Extract<ToWorker, { type: 'data' }>

const { dir } = workerData as { dir: string }
const port = parentPort
if (!port) throw new Error('runs as a worker only')

const postToMain = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

/** Smallest initial memory of PGlite, which grows on demand; its default is several times that. */
const MEMORY_BYTES = 128 * 1024 * 1024

const pg = await PGlite.create({ fs: new DurableFs(dir), startParams: START_PARAMS, initialMemory: MEMORY_BYTES })

/** Encodes a simple query message: type, length, text, zero. */
const query = (sql: string): Uint8Array => {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

/** First byte of a startup message, which has no type. */
const START = 0

/**
 * Returns a copy of the database's answer, because PGlite passes views of its own memory. Avoids `execProtocolRawSync`
 * for all but the startup message: it parses each answer itself and never releases it.
 */
const ask = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  if (bytes[0] === START) return new Uint8Array(pg.execProtocolRawSync(bytes))
  const parts: Uint8Array[] = []
  // All parts arrive before this call returns; an exception ends the thread.
  void pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) })
  return concat(...parts)
}

const READY = 'Z'.charCodeAt(0)
const READY_BYTES = 6
const IDLE = 'I'.charCodeAt(0)

/** Prefixed names (`connection.name`) of the statements that each connection has prepared. */
const statementNamesByConnection = new Map<number, Set<string>>()
let forgotten: string[] = []

/** The connection whose transaction is open. */
let owner: number | null = null
let stopping = false
let waiting: Work[] = []

const run = ({ id, bytes }: Work): void => {
  const names = statementNamesByConnection.get(id) ?? new Set()
  statementNamesByConnection.set(id, names)
  const answer = ask(renamed(bytes, `${id}.`, names))
  if (answer.byteLength === 0) return
  // The answer ends with ReadyForQuery, which says whether a transaction is open.
  if (answer.at(-READY_BYTES) === READY) owner = answer.at(-1) === IDLE ? null : id
  postToMain({ type: 'data', id, bytes: answer }, [answer.buffer])
}

/** Takes the next work: that of the connection with the open transaction, else the oldest. */
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
      forgotten.push(...(statementNamesByConnection.get(message.id) ?? []))
      statementNamesByConnection.delete(message.id)
      drain()
      break
    case 'stop':
      stopping = true
      // Closing the port lets the thread end.
      void pg.close().finally(() => port.close())
  }
})

postToMain({ type: 'ready', thread: threadName() })
