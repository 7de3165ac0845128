import { expect, type Page } from '@playwright/test'
import { answerOrder, api, buyPass, freshEmail, makeGiftLink, signUpMember, PASSWORD, placeOrder } from './api.ts'
import { bookGoods, CAFE, ESIM, loadCodes, openHold, priceSnOf, reserveAddress, ROOM, YACHT } from './reservation.ts'
import type { ScreenSetup } from './screens.ts'
import type { Server } from './server.ts'

/** How to reach screens that no address alone opens. Independent of the language: screens are tested in every language. */

export interface SetupContext {
  page: Page
  server: Server
  /** Access token of the member who looks; `''` for visitors. */
  token: string
}

const OPTION = 'pass-24h-mobile-std'
const CARD_OPTION = 'pass-24h-card-std'
/** The temporary password stands alone on its line. */
const TEMPORARY = /^([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\s*$/m

const submit = (page: Page): Promise<void> => page.locator('main form button[type="submit"]').click()
const open = async ({ page, server }: SetupContext, path: string): Promise<void> => {
  await page.goto(`${server.url}${path}`)
  await expect(page.locator('html[data-app] main[data-screen]')).toBeVisible()
}

const agree = async (ground: SetupContext): Promise<void> => {
  const { page } = ground
  await open(ground, '/join/terms')
  await page.locator('#join-terms').check()
  await page.locator('#join-privacy').check()
  await submit(page)
  await expect(page.locator('#join-email')).toBeVisible()
}
const askForCode = async (ground: SetupContext, email: string): Promise<void> => {
  const { page } = ground
  await agree(ground)
  await page.locator('#join-email').fill(email)
  await submit(page)
  await expect(page.locator('#join-code')).toBeVisible()
}
const proveMailbox = async (ground: SetupContext): Promise<void> => {
  const email = freshEmail()
  await askForCode(ground, email)
  await ground.page.locator('#join-code').fill(await ground.server.mailedCode(email))
  await submit(ground.page)
  await expect(ground.page.locator('#join-password')).toBeVisible()
}
const choosePassword = async (ground: SetupContext): Promise<void> => {
  await proveMailbox(ground)
  await ground.page.locator('#join-password').fill(PASSWORD)
  await ground.page.locator('#join-confirm').fill(PASSWORD)
  await submit(ground.page)
  await expect(ground.page.locator('#join-engSurname')).toBeVisible()
}
const signUp = async (ground: SetupContext): Promise<void> => {
  const { page } = ground
  await choosePassword(ground)
  await page.locator('#join-engSurname').fill('LIN')
  await page.locator('#join-engNm').fill('MEI-HUA')
  await submit(page)
  // Stop the countdown, which otherwise leaves the screen during the test.
  await page.locator('main[data-screen="/join/completion"] button').first().click()
}

const askForTemporary = async (ground: SetupContext, email: string): Promise<void> => {
  await open(ground, '/login/findPw01')
  await ground.page.locator('#find-email').fill(email)
  await submit(ground.page)
  await expect(ground.page.locator('#find-password')).toBeVisible()
}
const enterTemporary = async (ground: SetupContext): Promise<void> => {
  const { email } = await signUpMember(ground.server)
  await askForTemporary(ground, email)
  await ground.page.locator('#find-password').fill(await ground.server.mailed(email, TEMPORARY))
  await submit(ground.page)
}

/** Stores the answer to a search for an address as the form does, so that no member with a phone number is needed. */
const findId = async (ground: SetupContext, addresses: string[], next: string): Promise<void> => {
  const { page } = ground
  await open(ground, '/login/findId01')
  const details = { engSurname: 'LIN', engNm: 'MEI-HUA', ntnCd: 'TW', mobile: '0912 345 678' }
  await page.evaluate((draft) => sessionStorage.setItem('harbor-pass:find-id', JSON.stringify(draft)), {
    details,
    addresses,
  })
  await open(ground, next)
}

/** Comes back from a provider while our server does not answer, as the screen is otherwise left at once. */
const loseSocial = async (ground: SetupContext): Promise<void> => {
  const { page } = ground
  await open(ground, '/login')
  const flow = { entranceSns: 'google', secret: 'secret' }
  await page.evaluate((draft) => sessionStorage.setItem('harbor-pass:social', JSON.stringify(draft)), {
    flow,
    guest: null,
  })
  await page.route('**/api/v1/account/easy-login', (route) =>
    route.fulfill({ json: { status: { code: 'E_UNAVAILABLE', message: '' }, data: null }, status: 200 }),
  )
  await open(ground, '/login/snsSuccess#entranceSns=google&code=code&state=state')
  await expect(page.locator('main [role="alert"]')).toBeVisible()
}

const openOrder = async (ground: SetupContext, screen: string, choice?: 'approve' | 'decline'): Promise<void> => {
  const { server, token } = ground
  const { ordUid, payUrl } = await placeOrder(server, token, OPTION, 2)
  if (choice) await answerOrder(server, token, { ordUid, payUrl }, choice)
  await open(ground, `${screen}?ord=${ordUid}`)
}

/** Buys two passes and opens a screen about the purchase; `refunds`: after a request for one of them. */
const openPurchase = async (ground: SetupContext, screen: string, refunds = false): Promise<void> => {
  const { server, token } = ground
  const { ordUid, payUrl } = await placeOrder(server, token, OPTION, 2)
  await answerOrder(server, token, { ordUid, payUrl }, 'approve')
  if (refunds) {
    const { units } = await api<{ units: { passUid: string }[] }>(server, `/mypage/buy/detail/${ordUid}`, { token })
    const body = { rsvtUid: ordUid, whyCd: 'plans_changed', passUids: units.slice(0, 1).map(({ passUid }) => passUid) }
    await api(server, '/mypage/refundPass', { method: 'PATCH', body, token })
  }
  await open(ground, `${screen}?ord=${ordUid}`)
  await expect(ground.page.locator('[data-complete], form fieldset, [data-refund]').first()).toBeVisible()
}

/** Opens the link of a gift and pulls its ribbon. */
const openGift = async (ground: SetupContext): Promise<void> => {
  const { accessToken } = await signUpMember(ground.server)
  await buyPass(ground.server, accessToken, OPTION)
  const key = await makeGiftLink(ground.server, accessToken)
  await open(ground, `/gift#${key}`)
  await ground.page.locator('[data-gift="wrapped"] button').click()
  await expect(ground.page.locator('[data-gift="sent"]')).toBeVisible()
}

/** Buys a card pass and opens the screen that `addressOf` names: by its order, or by its pass. */
const openCard = async (
  ground: SetupContext,
  addressOf: (card: { ordUid: string; passUid: string }) => string,
): Promise<void> => {
  const { server, token } = ground
  const { ordUid, payUrl } = await placeOrder(server, token, CARD_OPTION)
  await answerOrder(server, token, { ordUid, payUrl }, 'approve')
  const { list } = await api<{ list: { ordUid: string; passUid: string }[] }>(server, '/mypage/exchangeCard/list', {
    token,
  })
  const passUid = list.find((card) => card.ordUid === ordUid)?.passUid ?? ''
  await open(ground, addressOf({ ordUid, passUid }))
}

/** Puts a pass and a departure into the cart by their pages, and opens the cart. */
const fillCart = async (ground: SetupContext): Promise<void> => {
  const { page, server } = ground
  const departure = `/${YACHT.kind}/${YACHT.gdsUid}?option=${YACHT.option}&priceSn=${await priceSnOf(server, YACHT)}`
  for (const address of ['/pass/pass-24h-mobile', departure]) {
    await open(ground, address)
    await page.locator('[data-add-to-cart]').click()
    // Busy until it is stored.
    await expect(page.locator('[data-add-to-cart]')).not.toHaveAttribute('aria-busy')
  }
  await open(ground, '/cart')
  await expect(page.locator('#pay-agreement')).toBeVisible()
}

/** Buys and pays a cart of passes and opens its order. */
const openPaidCart = async (ground: SetupContext): Promise<void> => {
  const { server, token } = ground
  const line = { gdsDtlUid: OPTION, count: 2, unitPrice: 49_000 }
  const { quoteUid } = await api<{ quoteUid: string }>(server, '/cart/quote', {
    method: 'POST',
    body: { lines: [line] },
    token,
  })
  const body = { quoteUid, method: 'overseas_card', agreeYn: 'Y' }
  const { ordUid, payUrl } = await api<{ ordUid: string; payUrl: string }>(server, '/cart/buy', {
    method: 'POST',
    body,
    token,
  })
  await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ choice: 'approve' }) })
  await open(ground, `/cart/completed?ord=${ordUid}`)
  await expect(ground.page.locator('[data-order="paid"]')).toBeVisible()
}

/** Reserves a room and opens the screen about it that `addressOf` names. */
const openReservation = async (ground: SetupContext, addressOf: (rsvtUid: string) => string): Promise<void> => {
  const { server, token } = ground
  await open(ground, addressOf(await bookGoods(server, token, ROOM)))
  await expect(ground.page.locator('[data-reservation-detail], [data-voucher="goods"]').first()).toBeVisible()
}

export const SCREEN_SETUPS: Record<ScreenSetup, (ground: SetupContext) => Promise<void>> = {
  agreed: agree,
  code: (ground) => askForCode(ground, freshEmail()),
  password: proveMailbox,
  name: choosePassword,
  signedUp: signUp,
  foundId: (ground) => findId(ground, ['me***@example.com'], '/login/findId02-1'),
  noId: (ground) => findId(ground, [], '/login/findId02-2'),
  cancelledSocial: (ground) => open(ground, '/login/snsFail#entranceSns=google'),
  lostSocial: loseSocial,
  mailed: (ground) => askForTemporary(ground, freshEmail()),
  noMail: async (ground) => {
    await askForTemporary(ground, freshEmail())
    await ground.page.locator('main a[href^="/login/findPw02-2"]').click()
  },
  newPassword: enterTemporary,
  unfinished: (ground) => openOrder(ground, '/pass/paymentstep1'),
  pending: (ground) => openOrder(ground, '/pass/completed'),
  paid: (ground) => openOrder(ground, '/pass/completed', 'approve'),
  declined: (ground) => openOrder(ground, '/pass/completed', 'decline'),
  linkedGift: openGift,
  purchase: (ground) => openPurchase(ground, '/myPage/purchase_detail'),
  refund: (ground) => openPurchase(ground, '/myPage/refund'),
  refunded: (ground) => openPurchase(ground, '/myPage/refundCompleted', true),
  realCard: (ground) => openCard(ground, () => '/myPage/realCard'),
  voucher: (ground) => openCard(ground, ({ ordUid }) => `/myPage/voucher?rsvtUid=${ordUid}`),
  reservations: async (ground) => {
    await openHold(ground.server, ground.token, YACHT)
    await open(ground, '/myPage/reservations')
    await expect(ground.page.locator('[data-badge="standby"]').first()).toBeVisible()
  },
  reserveStep: async (ground) => {
    await open(ground, await reserveAddress(ground.server, ROOM))
    await expect(ground.page.locator('#guest-name')).toBeVisible()
  },
  payStep: async (ground) => {
    const rsvtUid = await openHold(ground.server, ground.token, ROOM)
    await open(ground, `/${ROOM.kind}/${ROOM.gdsUid}?step=pay&rsvtUid=${rsvtUid}`)
    await expect(ground.page.locator('#pay-agreement')).toBeVisible()
  },
  cart: fillCart,
  cartPaid: openPaidCart,
  reservation: (ground) => openReservation(ground, (rsvtUid) => `/myPage/reservations?rsvtUid=${rsvtUid}`),
  goodsVoucher: (ground) => openReservation(ground, (rsvtUid) => `/myPage/voucher?rsvtUid=${rsvtUid}`),
  goodsCode: async ({ page, server, token }) => {
    await loadCodes(server, 1)
    const rsvtUid = await bookGoods(server, token, ESIM)
    await api(server, '/mypage/voucher/code', { method: 'POST', token, body: { rsvtUid } })
    await open({ page, server, token }, `/myPage/voucher?rsvtUid=${rsvtUid}`)
    await expect(page.locator('[data-codes] svg path').first()).toBeAttached()
  },
  goodsLive: async ({ page, server, token }) => {
    const rsvtUid = await bookGoods(server, token, CAFE)
    await open({ page, server, token }, `/myPage/voucher?rsvtUid=${rsvtUid}`)
    await expect(page.locator('[data-voucher-code="live"] [data-live="true"] [data-qr]')).toBeVisible()
  },
  cardGift: (ground) => openCard(ground, ({ passUid }) => `/myPage/realCardGift?pass=${passUid}`),
}
