/**
 * The embedded database, in a thread of its own because a query blocks the thread. It has one session and serves one
 * connection at a time, the newest: a connection that opens ends the transaction and the prepared statements of the one
 * before.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { concat } from '#contract/rules/bytes.ts'
import { threadName } from '../starvation.ts'
import { DurableFs, START_PARAMS } from './fs.ts'
import type { FromWorker, ToWorker } from './messages.ts'

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
const answerOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  if (bytes[0] === START) return new Uint8Array(pg.execProtocolRawSync(bytes))
  const chunks: Uint8Array[] = []
  // All parts arrive before this call returns; an exception ends the thread.
  void pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (chunk) => void chunks.push(chunk.slice()) })
  return concat(...chunks)
}

/** The number of the connection that is served. */
let current = 0

const answer = (id: number, bytes: Uint8Array): void => {
  if (bytes[0] === START && id > current) {
    if (current > 0) for (const reset of ['ROLLBACK', 'DEALLOCATE ALL']) answerOf(query(reset))
    current = id
  }
  // The last message of a connection that has ended may arrive after the first of the next.
  if (id !== current) return
  const answered = answerOf(bytes)
  if (answered.byteLength > 0) postToMain({ type: 'data', id, bytes: answered }, [answered.buffer])
}

port.on('message', (message: ToWorker) => {
  if (message.type === 'data') {
    answer(message.id, message.bytes)
    return
  }
  // Closing the port lets the thread end.
  void pg.close().finally(() => port.close())
})

postToMain({ type: 'ready', thread: threadName() })
