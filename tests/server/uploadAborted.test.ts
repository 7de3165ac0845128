import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../harness/app.ts'
import { signUpMember, upload, type App } from '../harness/factories.ts'
import { waitUntil } from '../harness/tabs.ts'

/** A phone that hangs up in the middle of an upload may upload again: the slot of its member is free. */

let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'postgres', clock: Date.now })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const connections = () =>
  new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)))

test('who hangs up while the token is checked may upload again', async () => {
  const { accessToken: token } = await signUpMember(app)
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#14508c' } })
    .png()
    .toBuffer()
  const { port } = app.app.server.address() as AddressInfo
  await app.deps.db.transaction(async (tx) => {
    await tx.execute('lock table session in access exclusive mode')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const head = [
      'POST /api/v1/file HTTP/1.1',
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 100000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const waiters = async () => {
      const { rows } = await tx.execute(
        sql`select 1 from pg_locks where not granted and relation = 'session'::regclass`,
      )
      return rows.length > 0
    }
    await waitUntil(waiters, 'the check of the token')
    socket.destroy()
    await waitUntil(async () => (await connections()) === 0, 'the end of the connection')
  })
  const codes: string[] = []
  await waitUntil(async () => {
    codes.push((await upload(app, { token, bytes, kind: 'inquiry' })).status.code)
    return codes.at(-1) !== 'E_KEY_RUNNING'
  }, 'the free slot')
  expect(codes.at(-1)).toBe('200')
})
