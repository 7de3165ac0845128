import { eq } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToWallet } from '#contract/calls/admission.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { walletPass } from '#server/db/schema/pass.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD } from '../harness/factories.ts'
import { ACCOUNT, googleSettings, ISSUER } from '../harness/wallets.ts'
import { openGates, type Gates } from './gates.ts'

/** The link that adds a pass to Google Wallet, from a server that has certificates for this app alone. */

const google = googleSettings()
const START = Date.UTC(2026, 10, 21, 3)

describe.each(drawnEngines())('passes in Google Wallet, on %s', (engine) => {
  let gates: Gates
  beforeAll(async () => {
    gates = await openGates(engine, START, google.env)
  })
  afterAll(() => gates.close())

  const add = (
    token: string,
    passUid: string,
    { locale = 'en' as Locale, wallet = 'google' as 'google' | 'apple' } = {},
  ) => gates.call(addToWallet, { token, locale, body: { passUid, wallet, password: PASSWORD } })
  const claimsIn = async (url: string | undefined) => {
    expect(url).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w.-]+$/)
    const { payload } = await jwtVerify(url?.split('/').at(-1) ?? '', google.publicKey, {
      audience: 'google',
      issuer: ACCOUNT,
      algorithms: ['RS256'],
      currentDate: new Date(gates.time.now),
    })
    return payload as typeof payload & { payload: { genericObjects: Record<string, unknown>[] } }
  }
  test('the app without certificates is not offered, and refused', async () => {
    const { passUid, token, pass } = await gates.traveller()
    expect((await pass()).wallets).toEqual([{ wallet: 'google', addedAt: null }])
    expect((await add(token, passUid, { wallet: 'apple' })).status.code).toBe('E_WALLET_OFF')
  })

  test('the link to Google Wallet is signed by the service account, and short enough for Google', async () => {
    const { passUid, token } = await gates.traveller()
    const { data } = await add(token, passUid)
    const [row] = await gates.deps.db.select().from(walletPass).where(eq(walletPass.passUid, passUid))
    const claims = await claimsIn(data?.url)
    expect(claims).toMatchObject({
      typ: 'savetowallet',
      iat: gates.time.now / 1000,
      origins: [new URL(gates.deps.config.publicUrl).origin],
      payload: { genericClasses: [{ id: `${ISSUER}.harbor-pass` }] },
    })
    const [object] = claims.payload.genericObjects
    expect(object).toMatchObject({
      id: `${ISSUER}.${row?.walletUid ?? ''}`,
      classId: `${ISSUER}.harbor-pass`,
      cardTitle: { defaultValue: { language: 'en-GB', value: 'Harbor Pass' } },
      header: { defaultValue: { value: '24H Mobile Pass' } },
      barcode: { type: 'QR_CODE', value: expect.stringMatching(/^HP1W:[0-9A-Z]{16}$/) as string },
      textModulesData: [
        { body: 'Mei Lin' },
        { header: 'Use by' },
        { body: expect.stringContaining('Online gates only') as string },
      ],
    })
    const korean = await add(token, passUid, { locale: 'ko' })
    expect((await claimsIn(korean.data?.url)).payload.genericObjects[0]).toMatchObject({
      header: { defaultValue: { language: 'ko', value: '24H 모바일 패스' } },
    })
    for (const locale of LOCALES) {
      const answer = await add(token, passUid, { locale })
      expect([locale, (answer.data?.url ?? '').split('/').at(-1)?.length ?? 0]).toEqual([
        locale,
        expect.toSatisfy((length: number) => length > 0 && length <= 1_800),
      ])
    }
  })
})
