/**
 * The embedded database, in a thread of its own because a query blocks it. Speaks the wire protocol to one
 * connection at a time; the next one waits until the one before is closed and rolled back.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs, START_PARAMS } from './fs.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const { dir } = workerData as { dir: string }
const port = parentPort
if (!port) throw new Error('runs as a worker only')

const say = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

const pg = await PGlite.create({ fs: new DurableFs(dir), startParams: START_PARAMS })

/** Simple query message. */
const query = (sql: string): Uint8Array => {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

let current: number | null = null
let stopping = false
const waiting: { id: number; messages: Uint8Array[] }[] = []

const run = (id: number, bytes: Uint8Array): void => {
  // A copy: the start-up answer is a view into PGlite's own buffer.
  const answer = new Uint8Array(pg.execProtocolRawSync(bytes))
  if (answer.byteLength > 0) say({ type: 'data', id, bytes: answer }, [answer.buffer])
}

const close = (id: number): void => {
  const place = waiting.findIndex((one) => one.id === id)
  if (place >= 0) waiting.splice(place, 1)
  if (current !== id) return
  pg.execProtocolRawSync(query('ROLLBACK'))
  pg.execProtocolRawSync(query('DISCARD ALL'))
  const next = waiting.shift()
  current = next?.id ?? null
  if (next) for (const bytes of next.messages) run(next.id, bytes)
}

port.on('message', (message: ToWorker) => {
  if (stopping) return
  switch (message.type) {
    case 'open':
      if (current === null) current = message.id
      else waiting.push({ id: message.id, messages: [] })
      break
    case 'data':
      if (message.id === current) run(message.id, message.bytes)
      else waiting.find((one) => one.id === message.id)?.messages.push(message.bytes)
      break
    case 'close':
      close(message.id)
      break
    case 'stop':
      stopping = true
      void pg.close().then(() => {
        say({ type: 'stopped' })
        port.close()
      })
  }
})

say({ type: 'ready' })
