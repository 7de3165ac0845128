import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as cert from '#contract/calls/cert.ts'
import * as easy from '#contract/calls/easyLogin.ts'
import * as passkey from '#contract/calls/passkey.ts'
import * as phoneLink from '#contract/calls/phoneLink.ts'
import { findPassword } from '#contract/calls/recovery.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { keyLoop } from '#server/modules/key/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { codeFor, freshEmail, signUpMember, temporaryPasswordFor, type App } from '../harness/factories.ts'
import { passkeyCalls } from '../harness/passkeys.ts'
import { passThrough } from './provider.ts'

/** What visitors began before the root secret was rotated, or revoked, and finish afterwards (decision 0347). */

describe.each(drawnEngines())('begun before the root was rotated, on %s', (engine) => {
  const opened: App[] = []
  let app: App
  let now = 0
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21, 3)
    app = await openApp({ engine, clock: () => (now += 1), env: { SNS_SANDBOX_PORT: '0' } })
    opened.push(app)
  })
  afterAll(() => Promise.all(opened.map((each) => each.close())))

  const send = async (method: 'POST' | 'DELETE', id: string): Promise<void> => {
    const authorization = `Bearer ${await operatorToken(app.deps.keys, now)}`
    const answer = await app.app.inject({ method, url: `/operator/keys/${id}`, headers: { authorization } })
    if (answer.statusCode !== 200) throw new Error(`not executed: ${answer.body}`)
  }
  const rotate = async (): Promise<void> => {
    await send('POST', 'root')
    now += MINUTE_MS
    await keyLoop.run(app.deps, new AbortController().signal)
  }
  const revoke = () => send('DELETE', `root-${app.deps.keys.roots.at(-1)?.id}`)

  /** The calls of a member's computer, and of a phone that scans its link. */
  const phoneToSignIn = async () => {
    const { accessToken: token } = await signUpMember(app)
    const { data } = await app.call(phoneLink.create, { token, body: {} })
    const [id, secret] = [data?.id ?? '', data?.secret ?? '']
    const by = randomBytes(32).toString('base64url')
    return {
      claim: () => app.call(phoneLink.claim, { body: { secret, claim: by } }),
      numbers: async () => (await app.call(phoneLink.read, { token, params: { id } })).data?.numbers,
      confirm: (number = 0) => app.call(phoneLink.confirm, { token, params: { id }, body: { number } }),
      open: () => app.call(phoneLink.open, { body: { claim: by } }),
    }
  }

  /** Each begins one way, and returns how it ends: its code. */
  const WAYS: Record<string, { begin: () => Promise<() => Promise<string>>; refusal: string }> = {
    'a mailed code': {
      begin: async () => {
        const email = freshEmail()
        await app.call(cert.sendMail, { body: { email } })
        const code = await codeFor(app, email)
        return async () => (await app.call(cert.check, { body: { email, code } })).status.code
      },
      refusal: 'E_CERT_MISMATCH',
    },
    'a temporary password': {
      begin: async () => {
        const { email } = await signUpMember(app)
        await app.call(findPassword, { query: { email } })
        const password = await temporaryPasswordFor(app, email)
        return async () => (await app.call(account.login, { body: { id: email, password } })).status.code
      },
      refusal: 'E_LOGIN',
    },
    'a challenge of a passkey': {
      begin: async () => {
        const { device, owner, signInOptions } = passkeyCalls(app)
        const { owned } = await owner()
        const body = device.sign(owned, await signInOptions())
        return async () => (await app.call(passkey.signIn, { body })).status.code
      },
      refusal: 'E_PASSKEY_EXPIRED',
    },
    'a social sign-in': {
      begin: async () => {
        const { data } = await app.call(easy.start, { body: { entranceSns: 'google', autoLgnYn: 'Y' } })
        const back = await passThrough(data?.url ?? '', freshEmail())
        return async () => {
          const { headers } = await app.app.inject({ url: back.pathname + back.search })
          const fragment = new URLSearchParams(new URL(String(headers.location), 'http://screen').hash.slice(1))
          const field = (name: string): string => fragment.get(name) ?? ''
          const body = { entranceSns: 'google' as const, code: field('code'), state: field('state'), iss: field('iss') }
          return (await app.call(easy.easyLogin, { body: { ...body, secret: data?.secret ?? '' } })).status.code
        }
      },
      refusal: 'E_SNS',
    },
    'a link for a phone': {
      begin: async () => {
        const { claim, confirm, open } = await phoneToSignIn()
        return async () => {
          const { data, status } = await claim()
          if (!data) return status.code
          await confirm(data.number)
          return (await open()).status.code
        }
      },
      refusal: 'E_LINK',
    },
    'the number that a phone shows': {
      begin: async () => {
        const { claim, numbers, confirm, open } = await phoneToSignIn()
        const { data } = await claim()
        const offered = await numbers()
        return async () => {
          const { status } = await confirm(data?.number)
          if (status.code !== '200') return status.code
          expect(offered).toContain(data?.number)
          // The answer to the claim was lost: the phone asks again, and shows the same number.
          expect((await claim()).data?.number).toBe(data?.number)
          return (await open()).status.code
        }
      },
      // Of the computer's token, which derives from the revoked root.
      refusal: 'E_TOKEN',
    },
    'a confirmed phone': {
      begin: async () => {
        const { claim, confirm, open } = await phoneToSignIn()
        await confirm((await claim()).data?.number)
        return async () => (await open()).status.code
      },
      refusal: 'E_LINK',
    },
  }

  test.each(Object.keys(WAYS))(
    '%s is refused after the root was revoked, and counts after a rotation',
    async (name) => {
      const way = WAYS[name]
      if (!way) throw new Error(name)
      const early = await way.begin()
      await rotate()
      expect(await early()).toBe('200')
      now += MINUTE_MS
      const finish = await way.begin()
      await send('DELETE', `root-${app.deps.keys.ring.signingRoot}`)
      expect(await finish()).toBe(way.refusal)
      now += MINUTE_MS
      expect(await (await way.begin())()).toBe('200')
      await revoke()
    },
  )
})
