import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { createLog } from '#server/log.ts'
import { openApp } from '../harness/app.ts'
import { signIn, signUpMember, type App } from '../harness/factories.ts'

interface Line {
  level: number
  path?: string
  status?: number
  code?: string
  from?: string
  member?: string
  account?: string
}

const OTHER_ROOT = 'CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY='

describe('the log of requests', () => {
  let app: App
  let port = 0
  beforeAll(async () => {
    app = await openApp({ engine: 'embedded' })
    port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => app.close())

  const file = () => join(app.deps.config.dataDir, 'server.log')
  /** The lines of a call, oldest first. */
  const read = async (path: string, { deps } = app): Promise<Line[]> => {
    await new Promise<void>((resolve) => deps.log.flush(() => resolve()))
    return readFileSync(join(deps.config.dataDir, 'server.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.path === `/api/v1${path}`)
  }
  /** The `count` lines that `work` adds for a call. */
  const linesOf = async (path: string, count: number, work: () => Promise<unknown>): Promise<Line[]> => {
    const before = (await read(path)).length
    await work()
    await expect.poll(async () => (await read(path)).length).toBe(before + count)
    return (await read(path)).slice(before)
  }

  test('has the code of a refusal, and none for a success', async () => {
    const { accessToken: token } = await signUpMember(app)
    const lines = await linesOf(myPage.path, 3, async () => {
      await app.call(myPage, { token })
      await app.call(myPage, { token: 'garbage' })
      await app.call(myPage, { token, query: { more: '1' } })
    })
    expect(lines.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [400, 'E_TOKEN'],
      [422, 'E_INPUT'],
    ])
  })

  test('groups guesses by account and by neighbourhood, with neither in plain text', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const guess = (id: string, ip: string) => app.call(account.login, { body: { id, password: 'Wrong-2026!' }, ip })
    const lines = await linesOf('/account/login', 4, async () => {
      await guess(mei.email, '198.18.7.1')
      await guess(mei.email.toUpperCase(), '198.18.7.99')
      await guess(mei.email, '198.19.8.1')
      await guess(tom.email, '198.18.7.1')
    })
    for (const line of lines) {
      expect(line).toMatchObject({ status: 200, code: 'E_LOGIN' })
      expect(line.account).toMatch(/^[\w-]{12}$/)
      expect(line.from).toMatch(/^[\w-]{12}$/)
    }
    const [first, second, elsewhere, otherAccount] = lines
    expect([second?.account, second?.from]).toEqual([first?.account, first?.from])
    expect(elsewhere?.account).toBe(first?.account)
    expect(elsewhere?.from).not.toBe(first?.from)
    expect(otherAccount?.account).not.toBe(first?.account)
    expect(otherAccount?.from).toBe(first?.from)
    const text = readFileSync(file(), 'utf8')
    for (const secret of [mei.email, tom.email, mei.memberId, '198.18.7']) expect(text).not.toContain(secret)
  })

  test('has one hash for each member, in every session', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const second = await signIn(app, mei)
    const lines = await linesOf(myPage.path, 3, async () => {
      for (const { accessToken } of [mei, tom, second]) await app.call(myPage, { token: accessToken })
    })
    const [first, otherHash, later] = lines.map(({ member }) => member)
    expect(first).toMatch(/^[\w-]{12}$/)
    expect(later).toBe(first)
    expect(otherHash).not.toBe(first)
  })

  test('hashes differently in another installation', async () => {
    const ask = (of: App) => of.app.inject({ url: '/api/v1/nowhere' })
    // With a secret of its own: the databases of tests share one.
    const second = await openApp({ engine: 'embedded', env: { SECRET_KEY: OTHER_ROOT } })
    const [own] = await linesOf('/nowhere', 1, () => ask(app))
    await ask(second)
    const [foreign] = await expect
      .poll(async () => read('/nowhere', second))
      .toHaveLength(1)
      .then(() => read('/nowhere', second))
    await second.close()
    expect(foreign?.from).toMatch(/^[\w-]{12}$/)
    expect(foreign?.from).not.toBe(own?.from)
  })

  test('has one line of level 30, and no error, for a caller that disconnects within a body', async () => {
    const lines = await linesOf('/account/login', 1, async () => {
      const socket = connect(port, '127.0.0.1')
      const arrived = once(app.app.server, 'request')
      socket.write(
        'POST /api/v1/account/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"id":',
      )
      await arrived
      socket.resetAndDestroy()
    })
    expect(lines).toMatchObject([{ level: 30, code: 'hung_up' }])
    expect(readFileSync(file(), 'utf8')).not.toContain('unforeseen error')
  })

  test('is readable by its owner alone, also when the file existed before', () => {
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const older = join(app.deps.config.dataDir, 'older.log')
    writeFileSync(older, 'a line\n', { mode: 0o644 })
    createLog(older).flush()
    expect(statSync(older).mode & 0o777).toBe(0o600)
    expect(readFileSync(older, 'utf8')).toBe('a line\n')
  })
})
