/**
 * The embedded database, in a thread of its own because a query blocks it. It has one session: connections take
 * turns between their transactions; one that is gone is rolled back, and its statements are forgotten.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
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
  // A copy: the start-up answer is a view into PGlite's own buffer.
  const answer = new Uint8Array(pg.execProtocolRawSync(renamed(bytes, `${id}.`, names)))
  if (answer.byteLength === 0) return
  // The answer ends with "ready", which says whether a transaction is open.
  if (answer.at(-READY_BYTES) === READY) owner = answer.at(-1) === IDLE ? null : id
  say({ type: 'data', id, bytes: answer }, [answer.buffer])
}

const drain = (): void => {
  while (owner === null) {
    for (const name of forgotten) pg.execProtocolRawSync(query(`DEALLOCATE "${name}"`))
    forgotten = []
    const next = waiting.shift()
    if (!next) return
    run(next)
  }
}

port.on('message', (message: ToWorker) => {
  if (stopping) return
  switch (message.type) {
    case 'data':
      if (owner === null || owner === message.id) run(message)
      else waiting.push(message)
      drain()
      break
    case 'close':
      waiting = waiting.filter(({ id }) => id !== message.id)
      if (owner === message.id) {
        pg.execProtocolRawSync(query('ROLLBACK'))
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

say({ type: 'ready' })
