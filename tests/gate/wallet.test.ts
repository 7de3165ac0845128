import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToWallet, endWalletPass } from '#contract/calls/admission.ts'
import { sendOwnMail } from '#contract/calls/cert.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { sync } from '#contract/calls/sync.ts'
import type { Wallet } from '#contract/codes.ts'
import { WALLET_LINK_MS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { walletPass } from '#server/db/schema/pass.ts'
import { flushLog } from '#server/log.ts'
import type { Engine } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { codeFor, PASSWORD, signIn, signUpMember } from '../harness/factories.ts'
import { appleSettings, googleSettings, PASS_TYPE, TEAM, unzip, verifySignature } from '../harness/wallets.ts'
import { openGates, type Gates } from './gates.ts'

/** Passes in wallet apps (G38, decision 0339): how they are made, and what a file for Apple Wallet says. */

const apple = appleSettings()
const google = googleSettings()
const START = Date.UTC(2026, 10, 21, 3)

const openWallets = (engine: Engine, env = { ...apple.env, ...google.env }) => openGates(engine, START, env)

describe.each(drawnEngines())('passes in wallet apps, on %s', (engine) => {
  let gates: Gates
  beforeAll(async () => {
    gates = await openWallets(engine)
  })
  afterAll(() => gates.close())

  const add = (token: string | undefined, passUid: string, overrides: Record<string, string> = {}) =>
    gates.call(addToWallet, {
      body: { passUid, wallet: 'apple', password: PASSWORD, ...overrides },
      ...(token !== undefined && { token }),
    })
  const end = (token: string | undefined, passUid: string, wallet: Wallet = 'apple') =>
    gates.call(endWalletPass, { body: { passUid, wallet }, ...(token !== undefined && { token }) })
  const fetchFile = (url: string) => gates.app.inject({ url })
  const fileOf = async (url: string) => {
    const response = await fetchFile(url)
    expect(response.statusCode).toBe(200)
    return unzip(response.rawPayload)
  }
  const passJson = (files: Awaited<ReturnType<typeof fileOf>>) =>
    JSON.parse(files.get('pass.json')?.toString() ?? '') as Record<string, unknown> & {
      barcodes: { message: string }[]
    }
  /** The pass in the list of its member: the wallet apps that are offered. */
  const walletsOf = async ({ token, passUid }: { token: string; passUid: string }) =>
    (await gates.call(myPassList, { token })).data?.list.find((pass) => pass.passUid === passUid)?.wallets

  test('are refused to guests, for another’s pass as for an unknown one, and for a pass that no gate admits', async () => {
    const { passUid, token, set } = await gates.traveller()
    expect((await add(undefined, passUid)).status.code).toBe('E_TOKEN')
    expect((await end(undefined, passUid)).status.code).toBe('E_TOKEN')
    expect((await gates.call(addToWallet, { token, body: {} as never })).http).toBe(422)
    expect((await add(token, passUid, { wallet: 'samsung' })).http).toBe(422)
    expect((await add(token, passUid, { walletUid: randomUUID() })).http).toBe(422)
    const stranger = await signUpMember(gates)
    const foreign = await add(stranger.accessToken, passUid)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect((await add(stranger.accessToken, randomUUID())).status).toEqual(foreign.status)
    expect((await end(stranger.accessToken, passUid)).status).toEqual(foreign.status)
    for (const facts of [
      { voided: 'refund' as const },
      { voided: null, giftUid: randomUUID() },
      { giftUid: null, refundUid: randomUUID() },
      { refundUid: null, activatedAt: gates.time.now - DAY_MS },
      { activatedAt: null, medium: 'card' as const },
    ]) {
      await set(facts)
      expect((await add(token, passUid)).status.code).toBe('E_PASS_NOT_LIVE')
    }
    expect(await gates.deps.db.select().from(walletPass).where(eq(walletPass.passUid, passUid))).toEqual([])
  })

  test('a pass on a phone takes the password or a mailed code for this purpose; one on no phone takes neither', async () => {
    const { passUid, token, email } = await gates.traveller()
    const bare = (proof: Record<string, string>) =>
      gates.call(addToWallet, { token, body: { passUid, wallet: 'google', ...proof } })
    const mailed = async (purpose: 'one_time' | 'wallet') => {
      // The later mail is the one with the later time.
      gates.advance(SECOND_MS)
      expect((await gates.call(sendOwnMail, { token, body: { purpose } })).status.code).toBe('200')
      return codeFor(gates, email)
    }
    expect((await bare({})).status.code).toBe('E_PASS_ELSEWHERE')
    expect((await bare({ password: 'Wrong-password-1!' })).status.code).toBe('E_PASSWORD_MISMATCH')
    const foreign = await mailed('one_time')
    expect((await bare({ code: foreign })).status.code).toBe('E_CERT_EXPIRED')
    const code = await mailed('wallet')
    expect((await bare({ code: code === '123456' ? '654321' : '123456' })).status.code).toBe('E_CERT_MISMATCH')
    expect(await walletsOf({ token, passUid })).toMatchObject([{ addedAt: null }, { addedAt: null }])
    expect((await bare({ code })).status.code).toBe('200')
    expect((await bare({ code })).status.code).toBe('E_CERT_EXPIRED')

    const member = await signUpMember(gates)
    const unbound = await gates.issue(member.memberId)
    const body = { passUid: unbound, wallet: 'google' as const }
    expect((await gates.call(addToWallet, { token: member.accessToken, body })).status.code).toBe('200')
  })

  test('the link to the file is good for five minutes, any number of times, and altered it is an unknown address', async () => {
    const { passUid, token } = await gates.traveller()
    const url = (await add(token, passUid)).data?.url ?? ''
    const [, , , walletUid = '', until = ''] = url.split('/')
    const unknown = await fetchFile('/api/wallet/x')
    expect(unknown.statusCode).toBe(404)
    for (const altered of [
      url.replace(walletUid, randomUUID()),
      url.replace(until, String(Number(until) + 1)),
      url.replace(until, `${until}.5`),
      url.replace(/.(?=\.pkpass$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      url.replace('.pkpass', ''),
      url.replace('.pkpass', '.PKPASS'),
    ])
      expect([altered, (await fetchFile(altered)).statusCode]).toEqual([altered, 404])
    for (let count = 0; count < 2; count += 1) {
      const file = await fetchFile(url)
      expect(file.statusCode).toBe(200)
      expect(file.headers).toMatchObject({
        'content-type': 'application/vnd.apple.pkpass',
        'content-disposition': 'attachment; filename="harbor-pass.pkpass"',
        'cache-control': 'no-store',
      })
    }
    gates.advance(WALLET_LINK_MS - 1)
    expect((await fetchFile(url)).statusCode).toBe(200)
    gates.advance(1)
    expect((await fetchFile(url)).statusCode).toBe(404)
  })

  test('neither the proof of a link nor its path is in the log, whoever asks and however it is answered', async () => {
    const { passUid, token } = await gates.traveller()
    const url = (await add(token, passUid)).data?.url ?? ''
    const proof = url.split('/').at(-1)?.replace('.pkpass', '') ?? 'none'
    expect(proof).toHaveLength(43)
    for (const [method, address, code] of [
      ['GET', url, 200],
      ['HEAD', url, 200],
      ['GET', `${url}?from=mail`, 200],
      ['POST', url, 404],
      ['GET', `${url}/`, 404],
      ['GET', url.replace('/wallet', '/w%61llet'), 200],
      ['GET', url.replace('/wallet', '/w%61llet').replace('.pkpass', ''), 404],
      ['POST', url.replace('/wallet', '/w%61llet'), 404],
      ['GET', `${url.replace('/wallet', '/w%61llet')}/%zz`, 404],
    ] as const)
      expect([address, (await gates.app.inject({ method, url: address })).statusCode]).toEqual([address, code])
    await end(token, passUid)
    expect((await fetchFile(url)).statusCode).toBe(404)
    await flushLog(gates.deps.log)
    const log = readFileSync(join(gates.deps.config.dataDir, 'server.log'), 'utf8')
    expect(log).toContain('"path":"/api/wallet/:walletUid/:until/:file"')
    expect(log).not.toContain(proof)
    expect(log).not.toContain('.pkpass')
  })

  test('the file ends with the copy, with its pass, and beyond a pace', async () => {
    const traveller = await gates.traveller()
    const { passUid, set } = traveller
    const token = async () => (await signIn(gates, traveller)).accessToken
    const fresh = async () => (await add(await token(), passUid)).data?.url ?? ''
    const first = await fresh()
    const url = await fresh()
    expect((await fetchFile(first)).statusCode).toBe(404)
    expect((await fetchFile(url)).statusCode).toBe(200)
    const { memberId } = await signUpMember(gates)
    for (const facts of [
      { giftUid: randomUUID() },
      { giftUid: null, refundUid: randomUUID() },
      { refundUid: null, voided: 'refund' as const },
      { voided: null, memberId },
    ]) {
      await set(facts)
      expect((await fetchFile(url)).statusCode).toBe(404)
    }
    await set({ memberId: traveller.memberId })
    const codes = []
    for (let count = 0; count < 25; count += 1) codes.push((await fetchFile(url)).statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 429]))
    await end(await token(), passUid)
    expect((await fetchFile(url)).statusCode).toBe(404)
  })

  test('the file is signed by the operator, and says in five languages what it is', async () => {
    const { passUid, token, set } = await gates.traveller()
    const files = await fileOf((await add(token, passUid)).data?.url ?? '')
    verifySignature(files, apple.env.APPLE_WALLET_WWDR)
    expect(() => verifySignature(files, apple.wrong.authority)).toThrow('Command failed')
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Record<string, string>
    const signed = [...files].filter(([name]) => !['manifest.json', 'signature'].includes(name))
    expect(manifest).toEqual(
      Object.fromEntries(signed.map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')])),
    )
    const rows = await gates.deps.db.select().from(walletPass).where(eq(walletPass.passUid, passUid))
    const pass = passJson(files)
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: TEAM,
      serialNumber: rows[0]?.walletUid,
      organizationName: 'Harbor Pass',
      sharingProhibited: true,
      barcodes: [{ format: 'PKBarcodeFormatQR', messageEncoding: 'iso-8859-1' }],
      generic: {
        primaryFields: [{ value: '24H Mobile Pass' }],
        secondaryFields: [
          { label: 'Name', value: 'Mei Lin' },
          { label: 'Use by', ignoresTimeZone: true },
        ],
        auxiliaryFields: [{ value: 'Have your passport ready' }],
        backFields: [
          { value: expect.stringContaining('This copy works only at a gate that has a connection') as string },
          { value: expect.stringContaining('change your password') as string },
          { attributedValue: expect.stringContaining('/myPage/myPass">Open My Pass</a>') as string },
        ],
      },
    })
    expect(pass.barcodes[0]?.message).toMatch(/^HP1W:[0-9A-HJKMNP-TV-Z]{16}$/)
    const { validUntil } = (await gates.call(myPassList, { token })).data?.list[0] ?? { validUntil: 0 }
    expect(Date.parse(String(pass.expirationDate))).toBe(validUntil + 24 * HOUR_MS)
    const useBy = String((pass.generic as { secondaryFields: { value: string }[] }).secondaryFields[1]?.value)
    expect([useBy.slice(-6), Date.parse(useBy)]).toEqual(['+09:00', validUntil])
    // The code is stored nowhere.
    expect(JSON.stringify(rows)).not.toContain(pass.barcodes[0]?.message.slice('HP1W:'.length))
    for (const picture of ['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'logo@2x.png', 'logo@3x.png'])
      expect([picture, files.get(picture)?.subarray(1, 4).toString()]).toEqual([picture, 'PNG'])

    const stringsOf = (language: string) => files.get(`${language}.lproj/pass.strings`)?.toString() ?? ''
    for (const [language, name] of [
      ['en', 'Name'],
      ['ko', '이름'],
      ['zh-Hans', '姓名'],
      ['zh-Hant', '姓名'],
      ['ja', 'お名前'],
    ])
      expect(stringsOf(language ?? '')).toContain(`"Name" = "${name}";`)
    expect(stringsOf('ko')).toContain('"24H Mobile Pass" = "24H 모바일 패스";')
    expect(stringsOf('ja')).toMatch(/"The live code is in My Pass [^\n]*" = "[^\n]*マイパス[^\n]*";/)

    await set({ activatedAt: gates.time.now - HOUR_MS })
    const started = passJson(await fileOf((await add(token, passUid)).data?.url ?? ''))
    expect(Date.parse(String(started.expirationDate))).toBe(gates.time.now + 23 * HOUR_MS)
    expect(started.generic).toMatchObject({ secondaryFields: [{}, { label: 'Valid until' }] })
  })

  test('the list of passes has the wallet apps on offer, and since when a pass is in each', async () => {
    const mei = await gates.traveller()
    expect(await walletsOf(mei)).toEqual([
      { wallet: 'apple', addedAt: null },
      { wallet: 'google', addedAt: null },
    ])
    await add(mei.token, mei.passUid, { wallet: 'google' })
    expect(await walletsOf(mei)).toEqual([
      { wallet: 'apple', addedAt: null },
      { wallet: 'google', addedAt: gates.time.now },
    ])
    const cursor = async () => (await gates.call(sync, { token: mei.token })).data?.cursor
    const before = await cursor()
    expect(await cursor()).toBe(before)
    for (let count = 0; count < 2; count += 1)
      expect((await end(mei.token, mei.passUid, 'google')).data).toEqual({ passUid: mei.passUid, wallet: 'google' })
    expect(await cursor()).not.toBe(before)
    expect(await walletsOf(mei)).toMatchObject([{ addedAt: null }, { addedAt: null }])
    await mei.set({ medium: 'card' })
    expect(await walletsOf(mei)).toEqual([])
  })
})
