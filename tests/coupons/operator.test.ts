import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as coupon from '#contract/calls/coupon.ts'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import { openApp } from '../harness/app.ts'
import { type App, freshEmail, signUpMember } from '../harness/factories.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'

const ISSUE = 'harbor-thanks-15'

describe('giving coupons from the terminal', () => {
  let app: App
  let terminal: Terminal
  beforeAll(async () => {
    app = await openApp({ engine: 'embedded' })
    terminal = await openTerminal(app)
  })
  afterAll(() => app.close())

  const type = (...args: string[]) => terminal.type('coupon', 'give', ...args)

  test("is refused without the operator's token", async () => {
    const { accessToken, email } = await signUpMember(app)
    const url = `/operator/coupons/${ISSUE}`
    for (const headers of [{}, { authorization: `Bearer ${accessToken}` }])
      expect((await app.app.inject({ method: 'POST', url, headers, payload: email })).statusCode).toBe(401)
    expect((await app.call(coupon.myCoupon, { token: accessToken })).data?.total).toBe(0)
  })

  test('names what is missing, gives a coupon once, and informs the member', async () => {
    const { accessToken: token, email } = await signUpMember(app)
    expect(await type(ISSUE)).toContain('Which?')
    expect(await type(ISSUE, freshEmail())).toBe('No member has this email address.')
    expect(await type(ISSUE, 'nobody')).toBe('No member has this email address.')
    for (const issue of ['nothing', 'harbor-paper-3000'])
      expect(await type(issue, email)).toContain('no issue of coupons')
    expect(await type(ISSUE, email.toUpperCase())).toMatch(/^Our thanks: 15% off: \w{12}$/)
    expect(await type(ISSUE, email)).toBe('The member has this coupon already.')
    expect((await app.call(coupon.myCoupon, { token })).data?.list).toMatchObject([{ value: 15, state: 'usable' }])
    const feed = await app.call(newsfeed.list, { token, query: { type: 'coupon' } })
    expect(feed.data?.list).toHaveLength(1)
  })
})
