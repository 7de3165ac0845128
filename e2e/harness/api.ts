import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Server } from './server.ts'
import { GIFT_KEY_BYTES } from '#contract/limits.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'

/** Prepares what a test needs through the API, as any other client would. */

export interface Person {
  email: string
  password: string
  accessToken: string
  refreshToken: string
}

export const PASSWORD = 'Gwangan-2026!'
let count = 0
export const freshEmail = (): string => `mei.hua.${process.pid}.${Date.now()}.${(count += 1)}@example.com`

interface Sent {
  method?: string
  body?: unknown
  token?: string
  locale?: Locale
}

/** Sends a request and returns `data`; throws with the code unless the server reports success. */
export const api = async <T>(
  server: Server,
  path: string,
  { method = 'GET', body, token, locale = 'en' }: Sent = {},
): Promise<T> => {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      language: LANGUAGE_CODE[locale],
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { status, data } = (await answer.json()) as { status: { code: string; message: string }; data: T }
  if (status.code !== '200') throw new Error(`${method} ${path}: ${status.code} ${status.message}`)
  return data
}

export const signUpMember = async (
  server: Server,
  names = { engNm: 'MEI-HUA', engSurname: 'LIN' },
): Promise<Person> => {
  const email = freshEmail()
  await api(server, '/cert/send-mail', { method: 'POST', body: { email } })
  const code = await server.mailedCode(email)
  const { certUid } = await api<{ certUid: string }>(server, '/cert/check', { method: 'POST', body: { email, code } })
  const session = await api<{ accessToken: string; refreshToken: string }>(server, '/account/sign-up', {
    method: 'POST',
    body: { email, certUid, password: PASSWORD, ...names, termsYn: 'Y', privacyYn: 'Y' },
  })
  return { email, password: PASSWORD, accessToken: session.accessToken, refreshToken: session.refreshToken }
}

interface Order {
  ordUid: string
  state: string
  payUrl: string
}

/** Places an order without paying it. */
export const placeOrder = async (
  server: Server,
  token: string,
  gdsDtlUid = 'pass-big3-mobile-std',
  passCnt = 1,
): Promise<Order> => {
  const { quoteUid } = await api<{ quoteUid: string }>(server, '/pass/buyPassPayInfo', {
    method: 'POST',
    body: { gdsDtlUid, passCnt },
    token,
  })
  return api<Order>(server, '/pass/buyPass', {
    method: 'POST',
    body: { quoteUid, method: 'overseas_card', agreeYn: 'Y' },
    token,
  })
}

const STATE = { approve: 'paid', decline: 'declined' } as const

/** Answers at the sandbox bank and resolves once the server has settled the order. */
export const answerOrder = async (
  server: Server,
  token: string,
  { ordUid, payUrl }: Pick<Order, 'ordUid' | 'payUrl'>,
  choice: keyof typeof STATE,
): Promise<void> => {
  await fetch(payUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `choice=${choice}`,
  })
  const end = Date.now() + 60_000
  for (;;) {
    const { state } = await api<Order>(server, `/pass/order/${ordUid}`, { token })
    if (state === STATE[choice]) return
    if (Date.now() > end) throw new Error(`the order stayed ${state}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Buys a pass and pays it at the sandbox bank. */
export const buyPass = async (server: Server, token: string, gdsDtlUid?: string, passCnt?: number): Promise<void> =>
  answerOrder(server, token, await placeOrder(server, token, gdsDtlUid, passCnt), 'approve')

/** Buys a pass and sends it to another member as a gift. */
export const givePass = async (server: Server, token: string, email: string): Promise<void> => {
  await buyPass(server, token, 'pass-big5-mobile-std')
  const { list } = await api<{ list: { passUid: string }[] }>(server, '/mypage/myPass/list', { token })
  const body = { passUid: list[0]?.passUid, id: email, message: 'Enjoy Busan, and say hello to the sea!' }
  await api(server, '/mypage/gift/insert', { method: 'POST', body, token })
}

/** Makes a link for the first pass of a member; returns its key. */
export const makeGiftLink = async (server: Server, token: string): Promise<string> => {
  const key = randomBytes(GIFT_KEY_BYTES).toString('base64url')
  const linkHash = createHash('sha256').update(key).digest('hex')
  const { list } = await api<{ list: { passUid: string }[] }>(server, '/mypage/myPass/list', { token })
  const body = { passUid: list[0]?.passUid, linkHash, message: 'Enjoy Busan, and say hello to the sea!', proof: null }
  await api(server, '/mypage/gift/link', { method: 'POST', body, token })
  return key
}

/** Enters a place with the pass, by a one-time code at a gate that it enrols there; throws unless admitted. */
export const visit = async (server: Server, { accessToken, password }: Person, passUid: string, place: string) => {
  const { credential } = await api<{ credential: string }>(server, '/gate/enrol', {
    method: 'POST',
    body: { code: await server.enrolmentCode(place) },
  })
  const { code } = await api<{ code: string }>(server, '/mypage/myPass/oneTimeCode', {
    method: 'POST',
    body: { passUid, password },
    token: accessToken,
  })
  const { verdict } = await api<{ verdict: string }>(server, '/gate/admit', {
    method: 'POST',
    body: { entryUid: randomUUID(), code },
    token: credential,
  })
  if (verdict !== 'admitted') throw new Error(`the gate at ${place} answered ${verdict}`)
}
