import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { interest } from '#contract/calls/attraction.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { myAttractionList, myPage } from '#contract/calls/mypage.ts'
import { paymentReturn } from '#contract/calls/payment.ts'
import { list as passList } from '#contract/calls/pass.ts'
import { startLoops } from '#server/loops.ts'
import { openApp, type Engine } from '../harness/app.ts'
import { freshEmail, signUpMember, type App } from '../harness/factories.ts'

const MB = 1024 * 1024
const BLOCK = 4096

const open = async (engine: Engine) => {
  let free = 1024 * MB
  const app = await openApp({ engine, statfs: async () => ({ bavail: free / BLOCK, bsize: BLOCK }) })
  return {
    app,
    /** Sets the free space and lets the server check it. */
    leave: (bytes: number) => {
      free = bytes
      return app.deps.disk.check()
    },
  }
}

describe('a full disk under the embedded database', () => {
  let app: App
  let leave: (bytes: number) => Promise<void>
  beforeAll(async () => {
    ;({ app, leave } = await open('embedded'))
  })
  afterAll(() => app.close())

  test('writes are refused with 503 and Retry-After, reads are answered, and writes are accepted once there is room', async () => {
    const { accessToken: token, email, password } = await signUpMember(app)
    const gdsUid = 'attr-none'
    const writes = () =>
      Promise.all([
        app.call(insertInquiry, { body: { email: freshEmail(), content: 'Where is the desk?' } }),
        app.call(account.login, { body: { id: email, password, autoLgnYn: 'N' } }),
        app.call(interest, { token, query: { gdsUid } }),
      ])
    await leave(63 * MB)
    for (const { http, status, headers } of await writes()) {
      expect([http, status.code]).toEqual([503, 'E_UNAVAILABLE'])
      expect(headers['retry-after']).toBe('30')
    }
    expect((await app.call(passList)).data?.list.length).toBeGreaterThan(0)
    expect((await app.call(myPage, { token })).data?.email).toBe(email)
    expect((await app.call(myAttractionList, { token })).status.code).toBe('200')
    // A missing token is refused before the disk is considered.
    expect((await app.call(interest, { query: { gdsUid } })).status.code).toBe('E_TOKEN')

    // A browser navigates to the return from the payment page, and would show the envelope of a refusal.
    const returned = await app.call(paymentReturn, { query: { ordUid: randomUUID(), kind: 'cart' } })
    expect([returned.http, returned.headers.location]).toEqual([303, expect.stringMatching(/^\/pass\/completed\?ord=/)])

    await leave(127 * MB)
    expect((await writes()).map(({ http }) => http)).toEqual([503, 503, 503])
    await leave(129 * MB)
    expect((await writes()).map(({ status }) => status.code)).toEqual(['200', '200', 'E_NOT_FOUND'])
    await leave(65 * MB)
    expect((await writes())[0]?.http).toBe(200)
  })

  test('all loops but those marked evenFull are paused', async () => {
    const ran: string[] = []
    await leave(1 * MB)
    const logged = new Promise<void>((resolve) => {
      const loop = (name: string, evenFull: boolean) => ({
        name,
        everyMs: 1,
        ...(evenFull && { evenFull: true as const }),
        run: async () => {
          ran.push(name)
          if (ran.filter((one) => one === 'looking').length === 20) resolve()
        },
      })
      const stop = startLoops([loop('writing', false), loop('looking', true)], app.deps)
      afterAll(stop)
    })
    await logged
    expect(ran).not.toContain('writing')
  })
})

test('a full disk is ignored on PostgreSQL', async () => {
  const { app, leave } = await open('postgres')
  await leave(0)
  expect(app.deps.disk.isFull()).toBe(false)
  await app.close()
})
