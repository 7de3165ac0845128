import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Number that asks for TLS, in place of the version of the protocol. */
const TLS_REQUEST = 80_877_103

/** Builds a message of PostgreSQL's protocol: type, length, content. */
const message = (type: string, content: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const errorOf = (state: string): Buffer =>
  message('E', Buffer.concat([text('SERROR'), text(`C${state}`), text('Mprepared statement'), Buffer.alloc(1)]))
const stringAt = (content: Buffer, from: number): string => content.toString('utf8', from, content.indexOf(0, from))

/** A session of the database behind the pooler, with the names of its statements. */
type Session = Set<string>

/**
 * Starts a server that speaks enough of PostgreSQL's protocol to be a pooler in the mode “transaction”: between
 * transactions a connection has no session, and takes the one that became free last. `tracks`: as PgBouncer from 1.21 on, it gives a
 * session the statements that the connection has parsed. Its answers have no rows.
 */
export const startPooler = async ({ tracks }: { tracks: boolean }) => {
  const free: Session[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket): void => {
    const parsed: Session = new Set()
    let session: Session | null = null
    let isOpen = false
    let isFailed = false
    let isStarted = false
    const take = (): Session => (session ??= free.pop() ?? new Set())
    const ready = (): Buffer => {
      isFailed = false
      if (!isOpen && session) {
        free.push(session)
        session = null
      }
      return message('Z', Buffer.from(isOpen ? 'T' : 'I'))
    }
    const fail = (state: string): Buffer => {
      isFailed = true
      return errorOf(state)
    }
    const parse = (name: string): Buffer => {
      if (name !== '' && !tracks && take().has(name)) return fail('42P05')
      take().add(name)
      parsed.add(name)
      return message('1')
    }
    const isKnown = (name: string): boolean => name === '' || take().has(name) || (tracks && parsed.has(name))
    const query = (sql: string): Buffer[] => {
      take()
      if (/^begin/i.test(sql)) isOpen = true
      if (/^(?:commit|rollback)/i.test(sql)) isOpen = false
      return [message('C', text('SELECT 0')), ready()]
    }
    const answer = (type: string, content: Buffer): Buffer[] => {
      if (type === 'S') return [ready()]
      if (isFailed) return []
      if (type === 'Q') return query(stringAt(content, 0))
      if (type === 'P') return [parse(stringAt(content, 0))]
      if (type === 'B') return [isKnown(stringAt(content, content.indexOf(0) + 1)) ? message('2') : fail('26000')]
      if (type === 'D') return [message('n')]
      if (type === 'E') return [message('C', text('SELECT 0'))]
      return type === 'C' ? [message('3')] : []
    }
    let rest = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const offset = isStarted ? 1 : 0
        const length = rest.length >= offset + 4 ? rest.readInt32BE(offset) : Infinity
        if (rest.length < offset + length) return
        const content = rest.subarray(offset + 4, offset + length)
        const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : 'startup'
        rest = rest.subarray(offset + length)
        if (type === 'X') socket.end()
        else if (type !== 'startup') for (const each of answer(type, content)) socket.write(each)
        else if (content.readInt32BE(0) === TLS_REQUEST) socket.write('N')
        else {
          isStarted = true
          socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready()]))
        }
      }
    })
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    serve(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `postgres://harbor@127.0.0.1:${(server.address() as AddressInfo).port}/harbor`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
