import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DATA_HEADERS } from './headers.ts'

/** Responses to requests that Node rejects before any handler runs. */

const STATUS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}
const CLOSING = { ...DATA_HEADERS, 'cache-control': 'no-store', connection: 'close', 'content-length': '0' }

/** Answers an unreadable request with the same headers as every response, and closes the connection. */
export const refuseUnreadable = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ''] ?? 400
  const headers = Object.entries(CLOSING).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n`)
}

/** Answers 417 to an `Expect` header other than `100-continue`. */
export const refuseExpectations = (server: Server): void => {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, CLOSING).end()
  })
}

/** Returns whether a request has two `Host` headers; a proxy may have routed by the other one. */
export const hasTwoHosts = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.filter((name, nth) => nth % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** Sends 400 without an envelope, because 400 with an envelope means the token (O34). */
export const refuseRequest = (reply: FastifyReply): FastifyReply => reply.status(400).headers(CLOSING).send()
