import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpRequest } from '#server/outside/httpRequest.ts'

/** What another server does with a request, by path. */
const BEHAVIOUR: Record<string, (response: ServerResponse) => void> = {
  '/answers': (response) => response.writeHead(409, { 'content-type': 'application/json' }).end('{"code":"부산"}'),
  '/leads': (response) => response.writeHead(303, { location: '/answers' }).end(),
  '/silent': () => undefined,
  '/dribbles': (response) => {
    response.writeHead(200).write('{')
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  },
  '/breaks': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"state":"paid"')
    setImmediate(() => response.destroy())
  },
  '/endless': (response) => {
    const fillBuffer = (): void => {
      while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
    }
    response.on('drain', fillBuffer)
    fillBuffer()
  },
}
let server: Server
let origin = ''
let heard = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      heard = `${request.method} ${request.headers['content-type']} ${body}`
      BEHAVIOUR[request.url ?? '']?.(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const get = (path: string, timeoutMs = 60_000) => httpRequest(origin + path, { method: 'GET', timeoutMs })

test.each([
  ['/silent', 100, 'no answer in time'],
  ['/dribbles', 100, 'no answer in time'],
  ['/endless', 60_000, 'an answer without end'],
  ['/breaks', 60_000, 'aborted'],
])('a server that %s makes the request fail', async (path, timeoutMs, why) => {
  await expect(get(path, timeoutMs)).rejects.toThrow(why)
})

test('a refused connection and a URL that is not http fail', async () => {
  await expect(httpRequest('http://127.0.0.1:1/', { method: 'GET', timeoutMs: 60_000 })).rejects.toThrow('ECONNREFUSED')
  await expect(httpRequest('file:///etc/hosts', { method: 'GET', timeoutMs: 60_000 })).rejects.toThrow(
    'no address of a server',
  )
})

test('a request arrives as it was sent, and the answer is returned unchanged, a redirect included', async () => {
  const body = JSON.stringify({ name: '부산' })
  const headers = { 'content-type': 'application/json' }
  const response = await httpRequest(`${origin}/answers`, { method: 'POST', headers, body, timeoutMs: 60_000 })
  expect(heard).toBe(`POST application/json ${body}`)
  expect(response).toMatchObject({ status: 409, body: '{"code":"부산"}' })
  expect(await get('/leads')).toMatchObject({ status: 303, headers: { location: '/answers' }, body: '' })
})
