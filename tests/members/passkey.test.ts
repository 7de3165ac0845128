import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendOwnMail } from '#contract/calls/cert.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as passkey from '#contract/calls/passkey.ts'
import { copyMyData } from '#contract/calls/profile.ts'
import { PASSKEY_CHALLENGE_MS, PASSKEY_NAME_MAX, PASSKEYS_MAX } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { member as memberTable } from '#server/db/schema/member.ts'
import { passkey as passkeyTable, passkeyChallenge } from '#server/db/schema/passkey.ts'
import { schedule } from '#server/modules/job/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { byCertificates, byItself, byItselfWith } from '../harness/attestations.ts'
import type { Misbehaviour } from '../harness/authenticator.ts'
import { drawnEngines } from '../harness/engines.ts'
import { codeFor, mailsTo, PASSWORD, signUpMember, type App } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { passkeyCalls } from '../harness/passkeys.ts'
import { IPHONE } from '../harness/userAgents.ts'

describe.each(drawnEngines())('passkeys on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  let calls: ReturnType<typeof passkeyCalls>
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1) })
    calls = passkeyCalls(app)
  })
  afterAll(() => app.close())

  const add = async (token: string | undefined, body: object, headers: Record<string, string> = {}) =>
    app.call(passkey.add, { body: body as never, headers, ...(token !== undefined && { token }) })
  const remove = (token: string | undefined, body: object) =>
    app.call(passkey.remove, { body: body as never, ...(token !== undefined && { token }) })
  const rename = (token: string | undefined, body: object) =>
    app.call(passkey.rename, { body: body as never, ...(token !== undefined && { token }) })
  const codeOf = async (answer: Promise<{ status: { code: string } }>) => (await answer).status.code
  const subjectsOf = async (email: string) => {
    await runDueJobs(app.deps)
    return (await mailsTo(app, email)).map((mail) => readLetter(mail).subject)
  }

  describe('adding', () => {
    test('is refused without a token, and by a token alone, a wrong password, a wrong code and one for another purpose', async () => {
      expect(await codeOf(calls.addOptions(undefined))).toBe('E_TOKEN')
      expect(await codeOf(app.call(passkey.list))).toBe('E_TOKEN')
      const { accessToken: token, email } = await signUpMember(app)
      const { answer } = calls.device.make(await calls.optionsFor(token))
      expect(await codeOf(add(undefined, answer))).toBe('E_TOKEN')
      expect(await codeOf(calls.addOptions(token, {}))).toBe('E_CERT_REQUIRED')
      expect(await codeOf(calls.addOptions(token, { password: 'Seomyeon-2026!' }))).toBe('E_PASSWORD_MISMATCH')
      expect(await codeOf(calls.addOptions(token, { code: '000000' }))).toBe('E_CERT_EXPIRED')
      await app.call(sendOwnMail, { token, body: { purpose: 'export' } })
      expect(await codeOf(calls.addOptions(token, { code: await codeFor(app, email) }))).toBe('E_CERT_EXPIRED')
      expect((await add(token, { ...answer, transports: ['usb'] })).http).toBe(422)
      expect((await add(token, { ...answer, clientData: 'not base64url!' })).http).toBe(422)
      expect(await calls.listOf(token)).toEqual([])
    })

    test('a member without a password adds one by a mailed code, which works once', async () => {
      const { accessToken: token, email, memberId } = await signUpMember(app)
      await app.deps.db.update(memberTable).set({ passwordHash: null }).where(eq(memberTable.id, memberId))
      await app.call(sendOwnMail, { token, body: { purpose: 'passkey' } })
      const code = await codeFor(app, email)
      expect(await codeOf(calls.addOptions(token))).toBe('E_PASSWORD_MISMATCH')
      const { data } = await calls.addOptions(token, { code })
      expect(data).not.toBeNull()
      expect(await codeOf(calls.addOptions(token, { code }))).toBe('E_CERT_EXPIRED')
      expect(await codeOf(add(token, calls.device.make(data ?? never()).answer))).toBe('200')
    })

    const faults: [string, Misbehaviour][] = [
      ['another origin', { origin: 'https://harbor-pass.example' }],
      ['another port of the same host', { origin: 'http://localhost:1' }],
      ['another site', { rpId: 'harbor-pass.example' }],
      ['no check of the person', { isVerified: false }],
      ['a signature to sign in', { type: 'webauthn.get' }],
    ]
    test.each(faults)('a passkey is refused for %s', async (_name, wrong) => {
      const { accessToken: token } = await signUpMember(app)
      const { answer } = calls.device.make(await calls.optionsFor(token), wrong)
      expect(await codeOf(add(token, answer))).toBe('E_PASSKEY')
      expect(await calls.listOf(token)).toEqual([])
    })

    test('a passkey is refused when its id is not the signed one, or its bytes are none', async () => {
      const { accessToken: token } = await signUpMember(app)
      const { answer } = calls.device.make(await calls.optionsFor(token))
      const credentialId = randomBytes(32).toString('base64url')
      expect(await codeOf(add(token, { ...answer, credentialId }))).toBe('E_PASSKEY')
      expect(await codeOf(add(token, { ...answer, attestation: 'AAAA' }))).toBe('E_PASSKEY')
      expect(await codeOf(add(token, { ...answer, clientData: 'AAAA' }))).toBe('E_PASSKEY')
      expect(await calls.listOf(token)).toEqual([])
    })

    test('a passkey with certificates is refused, and nobody is asked about them', async () => {
      let requests = 0
      const listener = createServer((_request, response) => {
        requests += 1
        response.end('no list')
      })
      await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
      const { port } = listener.address() as AddressInfo
      try {
        const { accessToken: token } = await signUpMember(app)
        const options = await calls.optionsFor(token)
        for (const attest of [byCertificates(`http://127.0.0.1:${port}/revoked.crl`), byItselfWith([])])
          expect(await codeOf(add(token, calls.device.make(options, { attest }).answer))).toBe('E_PASSKEY')
        expect(requests).toBe(0)
        // The key's own signature names nobody who could be asked.
        expect(await codeOf(add(token, calls.device.make(options, { attest: byItself }).answer))).toBe('200')
      } finally {
        listener.close()
      }
    })

    test('a challenge that is not the member’s is refused before its answer is verified', async () => {
      const { accessToken: token } = await signUpMember(app)
      const unknown = { ...(await calls.optionsFor(token)), challenge: randomBytes(32).toString('base64url') }
      const { answer } = calls.device.make(unknown, { rpId: 'harbor-pass.example' })
      expect(await codeOf(add(token, answer))).toBe('E_PASSKEY_EXPIRED')
    })

    test('a challenge is refused that is unknown, expired, used, another member’s, or for signing in', async () => {
      const { accessToken: token } = await signUpMember(app)
      const options = await calls.optionsFor(token)
      const unknown = { ...options, challenge: randomBytes(32).toString('base64url') }
      expect(await codeOf(add(token, calls.device.make(unknown).answer))).toBe('E_PASSKEY_EXPIRED')
      const { answer } = calls.device.make(options)
      const stranger = await signUpMember(app)
      expect(await codeOf(add(stranger.accessToken, answer))).toBe('E_PASSKEY_EXPIRED')
      const forSignIn = { ...options, challenge: (await calls.signInOptions()).challenge }
      expect(await codeOf(add(token, calls.device.make(forSignIn).answer))).toBe('E_PASSKEY_EXPIRED')
      expect(await codeOf(add(token, answer))).toBe('200')
      expect(await codeOf(add(token, calls.device.make(options).answer))).toBe('E_PASSKEY_EXPIRED')
      const expired = calls.device.make(await calls.optionsFor(token)).answer
      now += PASSKEY_CHALLENGE_MS
      expect(await codeOf(add(token, expired))).toBe('E_PASSKEY_EXPIRED')
      expect(await calls.listOf(token)).toHaveLength(1)
    })

    test('a passkey that is stored already is not stored again, for its member or another', async () => {
      const { accessToken: token } = await signUpMember(app)
      const first = calls.device.make(await calls.optionsFor(token))
      await add(token, first.answer)
      const stranger = await signUpMember(app)
      for (const by of [token, stranger.accessToken]) {
        const second = calls.device.make(await calls.optionsFor(by), {}, first.answer.credentialId)
        expect(await codeOf(add(by, second.answer))).toBe('E_PASSKEY')
      }
      expect(await calls.listOf(token)).toHaveLength(1)
      expect(await calls.listOf(stranger.accessToken)).toEqual([])
    })

    test('what the browser is given names no person but the address, and the passkeys that the member has', async () => {
      const { accessToken: token, email, memberId, owned } = await calls.owner()
      const options = await calls.optionsFor(token)
      expect(options).toMatchObject({ rpId: 'localhost', userNm: email, credentialIds: [owned.credentialId] })
      expect(Buffer.from(options.userHandle, 'base64url').toString('hex')).toBe(memberId.replaceAll('-', ''))
      expect(options.expiresAt).toBeGreaterThan(now + PASSKEY_CHALLENGE_MS - 1_000)
    })

    test('an added passkey is listed by its device, answered alike to a retry, and mailed once', async () => {
      const { accessToken: token, email } = await signUpMember(app)
      const { answer } = calls.device.make(await calls.optionsFor(token))
      const key = randomUUID()
      const send = () => app.call(passkey.add, { token, body: answer, key, headers: { 'user-agent': IPHONE } })
      const added = (await send()).data
      expect(added).toMatchObject({ name: null, label: 'Safari · iPhone', usedAt: null })
      expect((await send()).data).toEqual(added)
      expect(await calls.listOf(token)).toEqual([added])
      const subject = translate('en', 'news.passkey_added.title')
      expect((await subjectsOf(email)).filter((one) => one === subject)).toHaveLength(1)
    })

    test(`a member has at most ${PASSKEYS_MAX}`, async () => {
      const { accessToken: token } = await signUpMember(app)
      for (let nth = 1; nth < PASSKEYS_MAX; nth += 1) await calls.addOne(token)
      const [one, two] = [await calls.optionsFor(token), await calls.optionsFor(token)]
      expect(await codeOf(add(token, calls.device.make(one).answer))).toBe('200')
      expect(await codeOf(add(token, calls.device.make(two).answer))).toBe('E_PASSKEY_LIMIT')
      expect(await codeOf(calls.addOptions(token))).toBe('E_PASSKEY_LIMIT')
      expect(await calls.listOf(token)).toHaveLength(PASSKEYS_MAX)
    })

    test('a member who asks too often is slowed down', async () => {
      const { accessToken: token } = await signUpMember(app)
      const answers = []
      for (let nth = 0; nth < 31; nth += 1) answers.push(await codeOf(calls.addOptions(token, {})))
      expect(answers.at(-2)).toBe('E_CERT_REQUIRED')
      expect(answers.at(-1)).toBe('E_THROTTLED')
    })
  })

  describe('naming and deleting', () => {
    test('are refused without a token, for another member’s passkey, and for names that are none', async () => {
      const { owned, accessToken: token } = await calls.owner()
      const { passkeyUid } = owned
      const stranger = await signUpMember(app)
      expect(await codeOf(rename(undefined, { passkeyUid, name: 'Mine' }))).toBe('E_TOKEN')
      expect(await codeOf(remove(undefined, { passkeyUid, password: PASSWORD }))).toBe('E_TOKEN')
      for (const uid of [passkeyUid, randomUUID()]) {
        expect(await codeOf(rename(stranger.accessToken, { passkeyUid: uid, name: 'Mine' }))).toBe('E_NOT_FOUND')
        const answer = remove(stranger.accessToken, { passkeyUid: uid, password: PASSWORD })
        expect(await codeOf(answer)).toBe('E_NOT_FOUND')
      }
      for (const name of ['', '   ', 'x'.repeat(PASSKEY_NAME_MAX + 1), 'a\nb', 'a\u202eb'])
        expect((await rename(token, { passkeyUid, name })).http).toBe(422)
      expect(await codeOf(remove(token, { passkeyUid }))).toBe('E_CERT_REQUIRED')
      expect(await codeOf(remove(token, { passkeyUid, password: 'Seomyeon-2026!' }))).toBe('E_PASSWORD_MISMATCH')
      expect(await codeOf(remove(token, { passkeyUid, code: '000000' }))).toBe('E_CERT_EXPIRED')
      expect(await calls.listOf(token)).toMatchObject([{ passkeyUid, name: null }])
    })

    test('a name is trimmed and may have emoji, and stands in the list and in the copy of the data, which has no key', async () => {
      const { owned, accessToken: token } = await calls.owner()
      const { passkeyUid } = owned
      const name = '👨‍👩‍👧'.repeat(PASSKEY_NAME_MAX)
      expect((await rename(token, { passkeyUid: passkeyUid.toUpperCase(), name: ` ${name} ` })).data?.name).toBe(name)
      expect(await calls.listOf(token)).toMatchObject([{ passkeyUid, name }])
      const { data } = await app.call(copyMyData, { token, body: { password: PASSWORD } })
      expect(data?.sections.passkeys).toMatchObject([{ passkeyUid, name }])
      const [row] = await app.deps.db.select().from(passkeyTable).where(eq(passkeyTable.passkeyUid, passkeyUid))
      for (const secret of [row?.publicKey, row?.credentialId])
        expect(JSON.stringify(data)).not.toContain(secret ?? 'missing')
    })

    test('a deleted passkey signs nobody in, others of the member do, and the member gets a letter', async () => {
      const { owned, accessToken: token, email } = await calls.owner()
      const second = await calls.addOne(token)
      const { data: opened } = await calls.signIn(owned)
      expect(await codeOf(remove(token, { passkeyUid: owned.passkeyUid, password: PASSWORD }))).toBe('200')
      expect(await codeOf(calls.signIn(owned))).toBe('E_PASSKEY')
      expect(await codeOf(calls.signIn(second))).toBe('200')
      expect(await calls.listOf(token)).toMatchObject([{ passkeyUid: second.passkeyUid }])
      expect(await codeOf(app.call(myPage, { token: opened?.accessToken ?? '' }))).toBe('200')
      expect(await codeOf(remove(token, { passkeyUid: owned.passkeyUid, password: PASSWORD }))).toBe('E_NOT_FOUND')
      expect(await subjectsOf(email)).toContain(translate('en', 'news.passkey_deleted.title'))
    })

    test('the list says whose passkeys a password manager may offer', async () => {
      const { owned, accessToken: token } = await calls.owner()
      const second = await calls.addOne(token)
      const { rpId, userHandle, credentialIds } = await calls.optionsFor(token)
      const manager = async () => {
        const { list, ...signal } = (await app.call(passkey.list, { token })).data ?? { list: [] }
        return { ...signal, count: list.length }
      }
      expect(await manager()).toEqual({ rpId, userHandle, credentialIds, count: 2 })
      expect(credentialIds).toHaveLength(2)
      expect(await codeOf(remove(token, { passkeyUid: owned.passkeyUid, password: PASSWORD }))).toBe('200')
      const remaining = credentialIds.filter((id) => id !== owned.credentialId)
      expect(await manager()).toEqual({ rpId, userHandle, credentialIds: remaining, count: 1 })
      expect(remaining).toEqual([second.credentialId])
    })

    test('a mailed code deletes one passkey, and is not used up by a passkey that does not exist', async () => {
      const { owned, accessToken: token, email } = await calls.owner()
      await app.call(sendOwnMail, { token, body: { purpose: 'passkey' } })
      const code = await codeFor(app, email)
      expect(await codeOf(remove(token, { passkeyUid: randomUUID(), code }))).toBe('E_NOT_FOUND')
      expect(await codeOf(remove(token, { passkeyUid: owned.passkeyUid, code }))).toBe('200')
      expect(await calls.listOf(token)).toEqual([])
    })
  })

  test('challenges are deleted an hour after they expired, and are stored as hashes', async () => {
    const { challenge } = await calls.signInOptions()
    const rows = () => app.deps.db.select().from(passkeyChallenge)
    expect(JSON.stringify(await rows())).not.toContain(challenge)
    expect((await rows()).length).toBeGreaterThan(0)
    now += DAY_MS + HOUR_MS
    await app.deps.db.transaction((tx) => schedule(tx, { kind: 'passkey-forget', key: 'forget-now', dueAt: 0 }))
    await runDueJobs(app.deps)
    expect(await rows()).toEqual([])
  })
})

const never = (): never => {
  throw new Error('No options.')
}
