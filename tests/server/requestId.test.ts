import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '#api/client.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { HEADER_REQUEST_ID } from '#contract/envelope.ts'
import { createClock } from '#api/serverClock.ts'
import { outcomeOf } from '#sync/outcome.ts'
import { openApp } from '../harness/app.ts'
import { type App, signUpMember } from '../harness/factories.ts'

/** The id that a failed answer carries is the id by which the log names its request. */

describe('the id of a request', () => {
  let app: App
  let isBroken = false
  let origin = ''
  beforeAll(async () => {
    const clock = () => {
      if (!isBroken) return Date.now()
      isBroken = false
      throw new Error('the clock is broken')
    }
    app = await openApp({ engine: 'embedded', clock })
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  const logged = async (id: string | undefined) => {
    await new Promise<void>((resolve) => app.deps.log.flush(() => resolve()))
    return readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { reqId?: string; code?: string; msg?: string })
      .filter(({ reqId }) => reqId === id)
  }

  test('is in no answer of a success, and in none of a refusal', async () => {
    const { accessToken: token } = await signUpMember(app)
    for (const answer of [await app.call(myPage, { token }), await app.call(myPage, { token: 'garbage' })])
      expect(answer.headers[HEADER_REQUEST_ID]).toBeUndefined()
  })

  test('is what the client gets of a fault of the server, and what the log has', async () => {
    const { accessToken, memberId } = await signUpMember(app)
    const api = createApi({
      origin,
      fetch,
      language: () => 'en',
      clock: createClock(Date.now, () => performance.now()),
      monotonic: () => performance.now(),
      member: () => memberId,
      onRequestDone: () => undefined,
      tokens: { accessToken: () => accessToken },
    } as unknown as Parameters<typeof createApi>[0])
    isBroken = true
    const answer = await api.call(myPage, {})
    if (answer.ok) throw new Error('the server answered')
    const { code, reference } = outcomeOf(answer.failure)
    expect(code).toBe('E_INTERNAL')
    expect(reference).toMatch(/^[\da-f-]{36}$/)
    await expect.poll(async () => (await logged(reference)).length).toBe(2)
    const lines = await logged(reference)
    expect(lines.map(({ msg }) => msg)).toContain('unforeseen error')
    expect(lines.map((line) => line.code)).toContain('E_INTERNAL')
  })
})
