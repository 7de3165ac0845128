import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as profile from '#contract/calls/profile.ts'
import { member } from '#server/db/schema/member.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail, PASSWORD, proveMailbox, signUpForm, signUpMember, type App } from '../harness/factories.ts'

const BAD = ['美華', '김민수', 'ヤマダ', 'Иван', '\u200b', '\u3164', `A${'\u0301'.repeat(1_000)}`, 'MEI7', '-']

describe.each(drawnEngines())('names of passports on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const signUp = (body: unknown) => app.call(account.signUp, { body: body as never })
  const change = (token: string, body: unknown) => app.call(profile.update, { token, body: body as never })

  test('sign-up refuses other scripts and empty names with the field at fault, and normalises Latin names', async () => {
    const email = freshEmail()
    const good = signUpForm(email, await proveMailbox(app, email))
    for (const bad of BAD)
      for (const field of ['engSurname', 'engNm']) {
        const { http, status } = await signUp({ ...good, [field]: bad })
        expect([http, status.code]).toEqual([422, 'E_INPUT'])
        expect([...new Set(status.fields?.map((one) => one.field))]).toEqual([`body.${field}`])
      }
    expect((await signUp({ ...good, engNm: '美華' })).status.fields?.[0]?.reason).toBe('passport_letters')
    const { data } = await signUp({ ...good, engSurname: 'ＬＩＮ', engNm: '  Mei   Hua ' })
    expect(data?.userInfo).toMatchObject({ engSurname: 'LIN', engNm: 'Mei Hua' })
  })

  test('a member whose name predates the rule can sign in and edit the profile, and a new name follows the rule', async () => {
    const { email, memberId } = await signUpMember(app)
    await app.deps.db.update(member).set({ engSurname: '林', engNm: '美華' }).where(eq(member.id, memberId))
    const { data } = await app.call(account.login, { body: { id: email, password: PASSWORD } })
    expect(data?.userInfo).toMatchObject({ engSurname: '林', engNm: '美華' })
    const token = data?.accessToken ?? ''
    expect((await change(token, { mobile: '+886912345678' })).data).toMatchObject({ engSurname: '林' })
    expect((await change(token, { engNm: '美美' })).status.fields?.[0]).toMatchObject({ reason: 'passport_letters' })
    expect((await change(token, { engSurname: 'LIN', engNm: 'MEI-HUA' })).data).toMatchObject({
      engSurname: 'LIN',
      engNm: 'MEI-HUA',
    })
  })
})
