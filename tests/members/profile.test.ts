import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import { KST_OFFSET_MS } from '#contract/time.ts'
import { terms } from '#server/db/schema/catalogue.ts'
import { member } from '#server/db/schema/member.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail, proveMailbox, signUpForm, signUpMember, type App } from '../harness/factories.ts'

describe.each(drawnEngines())('the profile on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  const change = (token: string, body: unknown, key?: string) =>
    app.call(profile.update, { token, body: body as never, ...(key && { key }) })

  test('the profile refuses guests, unknown fields, and bad names, countries, years and phone numbers, and does not change', async () => {
    expect((await app.call(profile.readMyInfo)).status.code).toBe('E_TOKEN')
    expect((await app.call(profile.update, { body: {} })).status.code).toBe('E_TOKEN')
    const { accessToken: token } = await signUpMember(app)
    const before = (await app.call(profile.readMyInfo, { token })).data
    for (const body of [
      { email: 'other@mail.example' },
      { memberId: crypto.randomUUID() },
      { engNm: '' },
      { engNm: null },
      { engNm: '<b>Mei</b>' },
      { engNm: '美華' },
      { engSurname: '김' },
      { engSurname: '\u3164' },
      { engSurname: 'x'.repeat(65) },
      { engSurname: 'Lin\u202e' },
      { gender: 'other' },
      { birthYear: 1994.5 },
      { birthYear: 12 },
      { ntnCd: 'Taiwan' },
      { marketingYn: true },
      { photo: 'me.png' },
    ])
      expect((await change(token, body)).http).toBe(422)
    for (const mobile of ['12345', '+8869', '0912 345 678'])
      expect((await change(token, { mobile })).status).toMatchObject({
        code: 'E_PHONE',
        message: expect.stringMatching(/^The phone number is not valid\./),
      })
    const year = new Date(app.deps.clock() + KST_OFFSET_MS).getUTCFullYear()
    for (const birthYear of [2100, year, year - 13])
      expect((await change(token, { birthYear })).status.code).toBe('E_AGE')
    expect((await app.call(profile.readMyInfo, { token })).data).toEqual(before)
  })

  test('the versions of accepted terms are stored at sign-up, and at a later consent to marketing', async () => {
    const { deps } = app
    const rowOf = async (memberId: string) => {
      const [row] = await deps.db.select().from(member).where(eq(member.id, memberId))
      const { termsVersion, privacyVersion, marketingVersion } = row ?? {}
      return { termsVersion, privacyVersion, marketingVersion }
    }
    const version = expect.stringMatching(/^\d{4}-\d\d-\d\d [\w-]{43}$/)
    const first = await signUpMember(app)
    const before = await rowOf(first.memberId)
    expect(before).toEqual({ termsVersion: version, privacyVersion: version, marketingVersion: null })
    expect(before.termsVersion).not.toBe(before.privacyVersion)

    await change(first.accessToken, { marketingYn: 'Y' })
    const wanted = await rowOf(first.memberId)
    expect(wanted).toEqual({ ...before, marketingVersion: version })

    // Another version of the texts, changed in one language: later consents are to that version.
    for (const code of ['privacy', 'marketing']) {
      const [row] = await deps.db.select().from(terms).where(eq(terms.code, code))
      if (!row) throw new Error(`no text of ${code}`)
      const doc = structuredClone(row.doc)
      if (doc.sections[0]) doc.sections[0].body.jp += '。'
      await deps.db.update(terms).set({ doc }).where(eq(terms.code, code))
    }
    const email = freshEmail()
    const form = signUpForm(email, await proveMailbox(app, email), { marketingYn: 'Y' })
    const second = (await app.call(account.signUp, { body: form })).data
    const after = await rowOf(second?.userInfo.memberId ?? '')
    expect(after).toEqual({ termsVersion: before.termsVersion, privacyVersion: version, marketingVersion: version })
    expect(after.privacyVersion).not.toBe(before.privacyVersion)
    expect(after.marketingVersion).not.toBe(wanted.marketingVersion)

    // Repeating a consent keeps the first version; withdrawing it clears the version.
    await change(first.accessToken, { marketingYn: 'Y' })
    expect(await rowOf(first.memberId)).toEqual(wanted)
    await change(first.accessToken, { marketingYn: 'N' })
    expect(await rowOf(first.memberId)).toEqual(before)
  })

  test('sign-up is refused under 14 by the year of birth, and accepted for people who turn 14 this year', async () => {
    const year = new Date(app.deps.clock() + KST_OFFSET_MS).getUTCFullYear()
    const email = freshEmail()
    const certUid = await proveMailbox(app, email)
    const join = (birthYear: number) => app.call(account.signUp, { body: signUpForm(email, certUid, { birthYear }) })
    expect((await join(2100)).status.code).toBe('E_AGE')
    expect((await join(year - 13)).status.code).toBe('E_AGE')
    expect((await join(year - 14)).status.code).toBe('200')
  })

  test('an update changes the fields that were sent, and null clears a field', async () => {
    const { accessToken: token, email, memberId } = await signUpMember(app)
    const { data } = await change(token, {
      engNm: '  Mei-Ling ',
      mobile: '+886912345678',
      ntnCd: 'TW',
      birthYear: 1994,
      gender: 'female',
      marketingYn: 'Y',
    })
    expect(data).toEqual({
      memberId,
      email,
      engNm: 'Mei-Ling',
      engSurname: 'Lin',
      mobile: '+886912345678',
      ntnCd: 'TW',
      birthYear: 1994,
      gender: 'female',
      marketingAt: now,
      marketingYn: 'Y',
      passwordYn: 'Y',
      photo: null,
      joinedAt: now,
    })
    expect((await app.call(profile.readMyInfo, { token })).data).toEqual(data)
    expect((await app.call(myPage, { token })).data).toMatchObject({ engNm: 'Mei-Ling', mobile: '+886912345678' })
    const emptied = await change(token, { mobile: null, birthYear: null, ntnCd: null, marketingYn: 'N' })
    expect(emptied.data).toEqual({
      ...data,
      mobile: null,
      birthYear: null,
      ntnCd: null,
      marketingYn: 'N',
      marketingAt: null,
    })
    expect((await change(token, {})).data).toEqual(emptied.data)
  })

  test('one idempotency key updates once, and another body under it is refused', async () => {
    const { accessToken: token } = await signUpMember(app)
    const key = crypto.randomUUID()
    const first = await change(token, { engNm: 'May' }, key)
    await change(token, { engNm: 'June' })
    expect((await change(token, { engNm: 'May' }, key)).data).toEqual(first.data)
    expect((await change(token, { engNm: 'July' }, key)).status.code).toBe('E_KEY_REUSED')
    expect((await app.call(profile.readMyInfo, { token })).data?.engNm).toBe('June')
  })

  test('validationId accepts the address of another member only, and is throttled', async () => {
    const { accessToken: token, email } = await signUpMember(app)
    const otherMember = await signUpMember(app)
    const ask = (id: string) => app.call(profile.validationId, { token, query: { id } })
    expect((await app.call(profile.validationId, { query: { id: email } })).status.code).toBe('E_TOKEN')
    for (const query of [{}, { id: 'mei' }, { id: email, name: 'Y' }])
      expect((await app.call(profile.validationId, { token, query: query as never })).http).toBe(422)
    expect((await ask(email)).data).toEqual({ useYn: 'N' })
    expect((await ask(freshEmail())).data).toEqual({ useYn: 'N' })
    expect((await ask(otherMember.email.toUpperCase())).data).toEqual({ useYn: 'Y' })
    let refused = await ask(otherMember.email)
    for (let count = 0; count < 20 && refused.status.code === '200'; count += 1) refused = await ask(otherMember.email)
    expect(refused).toMatchObject({ http: 429, status: { code: 'E_THROTTLED' } })
    now += 60_000
    expect((await ask(otherMember.email)).data).toEqual({ useYn: 'Y' })
  })
})
