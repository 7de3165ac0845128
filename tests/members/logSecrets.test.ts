import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as easy from '#contract/calls/easyLogin.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import * as recovery from '#contract/calls/recovery.ts'
import { mailContent } from '#server/db/schema/mail.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { flushLog } from '#server/log.ts'
import { openApp } from '../harness/app.ts'
import {
  codeFor,
  freshEmail,
  PASSWORD,
  proveMailbox,
  signUpMember,
  temporaryPasswordFor,
  type App,
} from '../harness/factories.ts'
import { passThrough } from './provider.ts'

/** Values that must never be in the log, collected while the test uses each function of an account. */
const canaries = new Map<string, string>()
const watch = (what: string, value: string | undefined): string => {
  if (!value) throw new Error(`There is no ${what} to watch.`)
  canaries.set(what, value)
  return value
}

let app: App
let now = Date.UTC(2026, 10, 21, 3)
beforeAll(async () => {
  app = await openApp({ engine: 'postgres', clock: () => (now += 1), env: { SNS_SANDBOX_PORT: '0' } })
})
afterAll(() => app.close())

const bySandbox = async (email: string) => {
  const { data } = await app.call(easy.start, { body: { entranceSns: 'google' } })
  const back = await passThrough(data?.url ?? '', email)
  const secret = watch('secret of a social sign-in', data?.secret)
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => back.searchParams.get(name) ?? '')
  await app.app.inject({ url: back.pathname + back.search })
  const body = {
    entranceSns: 'google' as const,
    code: watch('code of a provider', code),
    state: watch('state', state),
    iss: iss ?? '',
    secret,
  }
  await app.call(easy.easyLogin, { body })
  // A second time, which is refused: refusals are where values slip into logs.
  await app.call(easy.easyLogin, { body })
}

test('no password, token, code, address or text of a member is in the log, on success, refusal or fault', async () => {
  const email = watch('email', freshEmail())
  await app.call(account.checkId, { query: { id: email } })
  await proveMailbox(app, email)
  now += 120_000
  const person = await signUpMember(app, { email: watch('email of a member', freshEmail()) })
  const token = watch('access token', person.accessToken)
  const refreshToken = watch('refresh token', person.refreshToken)
  watch('password', PASSWORD)
  await app.call(account.login, { body: { id: person.email, password: watch('wrong password', 'Canary-Wrong-1!') } })
  await app.call(account.updateToken, { body: { refreshToken } })
  await app.call(myPage, { token: `${token}x` })

  await app.call(recovery.findPassword, { query: { email: person.email } })
  const temporary = watch('temporary password', await temporaryPasswordFor(app, person.email))
  const opened = await app.call(account.login, { body: { id: person.email, password: temporary } })
  const accessToken = watch('token of a temporary password', opened.data?.accessToken)
  const chosen = watch('new password', 'Canary-Chosen-2!')
  await app.call(recovery.changePassword, { body: { accessToken, password: chosen } })
  const fresh = await app.call(account.login, { body: { id: person.email, password: chosen } })
  const mine = fresh.data?.accessToken ?? ''
  const mobile = watch('phone number', '+821055507788')
  await app.call(profile.update, {
    token: mine,
    body: { engSurname: watch('name', 'Canarylastname'), mobile, ntnCd: 'KR' },
  })
  await app.call(recovery.findId, { query: { engNm: 'Mei', engSurname: 'Canarylastname', mobile, ntnCd: 'KR' } })
  const content = watch('words of an inquiry', 'Canary words of an inquiry')
  await app.call(inquiry.insertInquiry, { token: mine, body: { email: person.email, content } })
  await app.call(profile.validationId, { token: mine, query: { id: email } })
  await bySandbox(watch('email at a provider', freshEmail()))

  // Faults: messages of the database and of mail servers may contain the values that they were given.
  now += 120_000
  const faultEmail = watch('email during a fault', freshEmail())
  await app.deps.db.execute('alter table cert_code rename to cert_code_away')
  expect((await app.call(account.checkId, { query: { id: faultEmail } })).http).toBe(200)
  expect(await proveMailbox(app, faultEmail).catch((error: unknown) => String(error))).toContain('Error')
  await app.deps.db.execute('alter table cert_code_away rename to cert_code')
  await app.deps.db.update(mailContent).set({ letter: 'nothing' })
  await app.call(profile.signOut, { token: mine, body: { agreeYn: 'Y', password: chosen } })
  await runDueJobs(app.deps)
  const code = await codeFor(app, email)

  await flushLog(app.deps.log)
  const log = readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8')
  // The log is not empty and contains the errors, so the check below can fail.
  expect(log.split('\n').length).toBeGreaterThan(15)
  expect(log).toContain('unforeseen error')
  expect(canaries.size).toBeGreaterThan(15)
  expect([...canaries].filter(([, value]) => log.includes(value)).map(([what]) => what)).toEqual([])
  // Delimited, because six digits could also be part of a longer number.
  expect(log).not.toMatch(new RegExp(`(?<!\\w)${code}(?!\\w)`))
  expect(log).not.toMatch(/[?&](?:email|id|code|state|mobile)=/)
})
