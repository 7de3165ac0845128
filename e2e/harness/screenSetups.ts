import { expect, type Page } from '@playwright/test'
import { answerOrder, freshEmail, signUpMember, PASSWORD, placeOrder } from './api.ts'
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

const openOrder = async (ground: SetupContext, screen: string, choice?: 'approve' | 'decline'): Promise<void> => {
  const { server, token } = ground
  const { ordUid, payUrl } = await placeOrder(server, token, OPTION, 2)
  if (choice) await answerOrder(server, token, { ordUid, payUrl }, choice)
  await open(ground, `${screen}?ord=${ordUid}`)
}

export const SCREEN_SETUPS: Record<ScreenSetup, (ground: SetupContext) => Promise<void>> = {
  agreed: agree,
  code: (ground) => askForCode(ground, freshEmail()),
  password: proveMailbox,
  name: choosePassword,
  signedUp: signUp,
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
}
