import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as account from '#contract/calls/account.ts'
import * as cert from '#contract/calls/cert.ts'
import type { StoredFile } from '#contract/calls/file.ts'
import type { Envelope } from '#contract/envelope.ts'
import type { openApp } from './app.ts'

export type App = Awaited<ReturnType<typeof openApp>>

export const PASSWORD = 'Haeundae-2026!'

let count = 0
/** Returns an email address that is unique in this test run. */
export const freshEmail = (): string => {
  count += 1
  return `traveller.${process.pid}.${Date.now()}.${count}@mail.example`
}

/** Returns the mails to an address as raw `.eml` files, the newest last, after delivering what is due. */
export const mailsTo = async ({ deps }: App, email: string): Promise<string[]> => {
  await deps.mail.deliver()
  const folder = join(deps.config.dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const ofAddress = names.filter((name) => name.includes(`-${email}`) && name.endsWith('.eml')).toSorted()
  return Promise.all(ofAddress.map((name) => readFile(join(folder, name), 'utf8')))
}

/** Returns the newest mail to an address; throws if there is none. */
export const mailTo = async (app: App, email: string): Promise<string> => {
  const mail = (await mailsTo(app, email)).at(-1)
  if (mail === undefined) throw new Error(`No mail to ${email}.`)
  return mail
}

/** Returns the code in the newest mail to an address. */
export const codeFor = async (app: App, email: string): Promise<string> => {
  const code = /^(\d{6})\r?$/m.exec(await mailTo(app, email))?.[1]
  if (!code) throw new Error(`No code in the mail to ${email}.`)
  return code
}

/** Proves a mailbox by its mailed code and returns the `certUid`. */
export const proveMailbox = async (app: App, email: string): Promise<string> => {
  await app.call(cert.sendMail, { body: { email } })
  const { data, status } = await app.call(cert.check, { body: { email, code: await codeFor(app, email) } })
  if (!data?.certUid) throw new Error(`The mailbox was not proven: ${status.code}.`)
  return data.certUid
}

/** Returns a complete sign-up form. */
export const signUpForm = (email: string, certUid: string, overrides: Record<string, unknown> = {}) => ({
  email,
  certUid,
  password: PASSWORD,
  engSurname: 'Lin',
  engNm: 'Mei',
  termsYn: 'Y' as const,
  privacyYn: 'Y' as const,
  ...overrides,
})

/** Signs up a member through the API, by a mailed code. */
export const signUpMember = async (app: App, { email = freshEmail() }: { email?: string } = {}) => {
  const certUid = await proveMailbox(app, email)
  const { data, status } = await app.call(account.signUp, { body: signUpForm(email, certUid) })
  if (!data) throw new Error(`Signing up failed: ${status.code}.`)
  const { accessToken, refreshToken, userInfo } = data
  return { memberId: userInfo.memberId, accessToken, refreshToken, email, password: PASSWORD }
}

/** Signs a member in once more, which opens another session. */
export const signIn = async (
  app: App,
  { email, password }: { email: string; password: string },
  autoLgnYn: 'Y' | 'N' = 'Y',
) => {
  const { data, status } = await app.call(account.login, { body: { id: email, password, autoLgnYn } })
  if (!data) throw new Error(`Signing in failed: ${status.code}.`)
  return data
}

/** Returns the temporary password in the newest mail to an address. */
export const temporaryPasswordFor = async (app: App, email: string): Promise<string> => {
  const password = /^((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})\r?$/m.exec(await mailTo(app, email))?.[1]
  if (!password) throw new Error(`No temporary password in the mail to ${email}.`)
  return password
}

/** Uploads a file as `multipart/form-data`, as a browser does. */
export const upload = async (
  { app }: App,
  {
    token,
    kind = 'profile',
    bytes,
    more: extraHeaders = {},
  }: { token?: string; kind?: string; bytes: Uint8Array; more?: Record<string, string> },
) => {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/svg+xml' }), '../../etc/picture.svg')
  const packed = new Response(form)
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/file',
    headers: {
      'content-type': packed.headers.get('content-type') ?? '',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...extraHeaders,
    },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
  const { status, data } = response.json<Envelope<StoredFile | null>>()
  return { http: response.statusCode, status, data }
}
