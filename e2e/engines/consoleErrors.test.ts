import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { FIREFOX } from './firefox.ts'
import { BrowserUser } from './browserUser.ts'

/**
 * What Firefox reports of a worker that answers well and of one that fails, on a minimal page: a journey must ignore
 * only the first.
 */

const WORKER = `
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  const text = new TextEncoder().encode('begun')
  const answers = {
    '/endless': () => new Response(new ReadableStream({ start: (body) => body.enqueue(text) })),
    '/breaks': () => new Response(new ReadableStream({
      start: (body) => body.enqueue(text),
      pull: (body) => body.error(new Error('broken')),
    })),
    '/rejects': () => Promise.reject(new Error('refused')),
  }
  addEventListener('fetch', (event) => {
    const answer = answers[new URL(event.request.url).pathname]
    if (answer) event.respondWith(answer())
  })`
const PAGE = `<!doctype html><title>page</title><script>navigator.serviceWorker.register('/worker.js')</script>`

const missing = FIREFOX.missing()
test('an error of the worker about an answer that a left page did not read counts as unread, and all others count as errors', async ({
  skip,
}) => {
  if (missing !== null) skip(missing)
  const server = createServer(({ url }, answer) => {
    const worker = url === '/worker.js'
    answer.setHeader('content-type', worker ? 'text/javascript' : 'text/html').end(worker ? WORKER : PAGE)
  }).listen(0)
  await once(server, 'listening')
  const base = `http://localhost:${(server.address() as AddressInfo).port}`
  const firefox = await FIREFOX.open()
  const person = new BrowserUser(firefox, FIREFOX.name)
  const controlled = (path: string) =>
    person.until(`a worker over ${path}`, () =>
      firefox.evaluate((at) => location.pathname === at && navigator.serviceWorker.controller !== null, path),
    )
  const answered = (path: string) =>
    firefox.evaluate(async (at) => {
      const answer = await fetch(at).catch(() => null)
      return answer?.ok ?? null
    }, path)
  const untilErrors = (count: number) => person.until(`error ${count}`, async () => firefox.errors.length === count)
  try {
    await firefox.go(`${base}/first`)
    await controlled('/first')

    expect(await answered('/endless')).toBe(true)
    await firefox.go(`${base}/second`)
    await controlled('/second')
    await person.until('what Firefox says of it', async () => firefox.unread.length === 1)
    expect(firefox.errors).toEqual([])

    await answered('/breaks')
    await untilErrors(1)
    expect(firefox.errors).toEqual(firefox.unread)

    expect(await answered('/rejects')).toBe(null)
    await untilErrors(2)
    expect(firefox.errors[1]).toContain(`‘${base}/rejects’`)
    expect(firefox.unread).toHaveLength(1)
  } finally {
    await firefox.close()
    server.close()
  }
})
