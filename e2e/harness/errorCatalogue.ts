import type { Page } from '@playwright/test'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { answerOrder, freshEmail, PASSWORD, placeOrder, type Person } from './api.ts'
import type { Server } from './server.ts'
import type { Translator } from './steps.ts'

/**
 * The messages of the error catalogue (spec 8.9 to 8.35): on which screen each appears, and what causes it. Without
 * 8.10: a mailbox gets one code a minute, and its member has just signed up (`tests/offline/codeForm.test.tsx`). Without
 * 8.18: the only method of the sandbox is chosen beforehand (`tests/offline/paymentForm.test.tsx`). Without 8.35, which
 * `tests/offline/secessionScreen.test.tsx` shows.
 */

export interface Visit {
  server: Server
  page: Page
  translate: Translator
  me: Person
  open: (address: string, screen?: string) => Promise<void>
  press: (name: string) => Promise<void>
  fill: (values: Record<string, string>) => Promise<void>
}
export interface CatalogueRow {
  clause: string
  viewer: 'visitor' | 'member'
  /** Opens the screen and causes the message. */
  cause: (visit: Visit) => Promise<void>
  /** Source text or id of the message. */
  message: string
}

const CARD = '#card-number'
/** The last card of the first product, which no other test registers. */
const UNSOLD = sampleNumber(1, 3)
const WRONG_DIGIT = `${UNSOLD.slice(0, -1)}${(Number(UNSOLD.at(-1)) + 1) % 10}`

const toCodeStep = async ({ page, open, press, fill, translate }: Visit, email: string): Promise<void> => {
  await open('/join/terms')
  await page.getByLabel(translate('I agree to the terms of service')).check()
  await page.getByLabel(translate('I agree to the privacy policy')).check()
  await press('Next')
  await fill({ '#join-email': email })
  await press('Send the code')
}
const toPasswordStep = async (visit: Visit): Promise<void> => {
  const email = freshEmail()
  await toCodeStep(visit, email)
  await visit.fill({ '#join-code': await visit.server.mailedCode(email) })
  await visit.press('Confirm')
}
const registerCard = async ({ page, open, fill }: Visit, number: string): Promise<void> => {
  await open('/myPage/insertPass')
  await fill({ [CARD]: number })
  await page.locator('main form button[type="submit"]').click()
}
const changePassword = async ({ open, press, fill }: Visit, current: string, password: string, confirm = password) => {
  await open('/myPage/changingInfo')
  await fill({ '#info-current': current, '#info-password': password, '#info-confirm': confirm })
  await press('Change password')
}
const buy = async ({ server, me }: Visit): Promise<string> => {
  const placed = await placeOrder(server, me.accessToken)
  await answerOrder(server, me.accessToken, placed, 'approve')
  return placed.ordUid
}

export const CATALOGUE_ROWS: readonly CatalogueRow[] = [
  {
    clause: '8.9 a login with a wrong password',
    viewer: 'visitor',
    cause: async ({ page, me, open, fill }) => {
      await open('/login')
      await fill({ '#login-id': me.email, '#login-password': 'Gwangan-2025!' })
      await page.locator('#login-password').press('Enter')
    },
    message: 'error.E_LOGIN',
  },
  {
    clause: '8.11 a wrong confirmation code',
    viewer: 'visitor',
    cause: async (visit) => {
      const email = freshEmail()
      await toCodeStep(visit, email)
      const code = await visit.server.mailedCode(email)
      await visit.fill({ '#join-code': `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}` })
      await visit.press('Confirm')
    },
    message: 'error.E_CERT_MISMATCH',
  },
  {
    clause: '8.12 a confirmation code that was sent',
    viewer: 'visitor',
    cause: async (visit) => toCodeStep(visit, freshEmail()),
    message: 'Confirmation code sent',
  },
  {
    clause: '8.13 the ID of nobody',
    viewer: 'visitor',
    cause: async ({ page, open, press, fill }) => {
      await open('/login/findId01')
      await fill({ '#find-engSurname': 'NOBODY', '#find-engNm': 'KNOWN', '#find-mobile': '912345678' })
      await page.locator('#find-ntnCd').selectOption('TW')
      await press('Find my email address')
    },
    message: 'No registered member information found',
  },
  {
    clause: '8.14 a phone number with too few digits',
    viewer: 'visitor',
    cause: async ({ page, open, press, fill }) => {
      await open('/login/findId01')
      await fill({ '#find-engSurname': 'LIN', '#find-engNm': 'MEI-HUA', '#find-mobile': '12' })
      await page.locator('#find-ntnCd').selectOption('TW')
      await press('Find my email address')
    },
    message: 'error.E_PHONE',
  },
  {
    clause: '8.15 a card number with a wrong digit',
    viewer: 'member',
    cause: (visit) => registerCard(visit, WRONG_DIGIT),
    message: 'error.E_CARD_NUMBER',
  },
  {
    clause: '8.16 a card number that does not exist',
    viewer: 'member',
    cause: (visit) => registerCard(visit, sampleNumber(9, 9)),
    message: 'error.E_CARD_TAKEN',
  },
  {
    clause: '8.17 a number of 12 digits',
    viewer: 'member',
    cause: (visit) => registerCard(visit, UNSOLD.slice(0, 12)),
    message: 'error.E_CARD_FORMAT',
  },
  {
    clause: '8.19 a current password that is wrong',
    viewer: 'member',
    cause: (visit) => changePassword(visit, 'Gwangan-2025!', 'Haeundae-2026!'),
    message: 'error.E_PASSWORD_CURRENT',
  },
  {
    clause: '8.20 a password without digits and symbols',
    viewer: 'visitor',
    cause: async (visit) => {
      await toPasswordStep(visit)
      await visit.fill({ '#join-password': 'gwangangwangan', '#join-confirm': 'gwangangwangan' })
      await visit.press('Next')
    },
    message: 'error.E_PASSWORD_FORMAT',
  },
  {
    clause: '8.21 two passwords that differ',
    viewer: 'member',
    cause: (visit) => changePassword(visit, PASSWORD, 'Haeundae-2026!', 'Haeundae-2027!'),
    message: 'Password does not match. Enter the same password in both fields.',
  },
  {
    clause: '8.22 an inquiry of four characters',
    viewer: 'member',
    cause: async ({ open, press, fill }) => {
      await open('/service/inquiry')
      await fill({ '#inquiry-content': 'Why?' })
      await press('Send')
    },
    message: 'error.E_INQUIRY_SHORT',
  },
  {
    clause: '8.23 an address without a domain',
    viewer: 'visitor',
    cause: async ({ open, press, fill }) => {
      await open('/login/findPw01')
      await fill({ '#find-email': 'mei.hua' })
      await press('Send a temporary password')
    },
    message: 'Please enter your email address according to the correct format, for example name@example.com.',
  },
  {
    clause: '8.24 no coupon that was used',
    viewer: 'member',
    cause: ({ open }) => open('/myPage/coupon?tab=used', '/myPage/coupon'),
    message: 'No coupon used',
  },
  {
    clause: '8.25 no purchase',
    viewer: 'member',
    cause: ({ open }) => open('/myPage/purchaseHistory'),
    message: 'No purchase history',
  },
  {
    clause: '8.26 no pass',
    viewer: 'member',
    cause: ({ open }) => open('/myPage/myPass'),
    message: 'No registered passes',
  },
  {
    clause: '8.27 no favourite',
    viewer: 'member',
    cause: ({ open }) => open('/myPage/myAttractions'),
    message: 'No favourite attractions',
  },
  {
    clause: '8.28 a search that finds nothing',
    viewer: 'visitor',
    cause: ({ open }) => open('/searchView?q=zzzz', '/searchView'),
    message: 'No results',
  },
  {
    clause: '8.29 a card that is registered',
    viewer: 'member',
    cause: (visit) => registerCard(visit, UNSOLD),
    message: 'Pass registered',
  },
  {
    clause: '8.30 details that are saved',
    viewer: 'member',
    cause: async ({ open, press, fill }) => {
      await open('/myPage/changingInfo')
      await fill({ '#info-engNm': 'MEI' })
      await press('Save')
    },
    message: 'Changes have been saved.',
  },
  {
    clause: '8.31 a password that is changed',
    viewer: 'member',
    cause: (visit) => changePassword(visit, PASSWORD, 'Haeundae-2026!'),
    message: 'Your password has been changed.',
  },
  {
    clause: '8.32 a coupon that is registered',
    viewer: 'member',
    cause: async ({ page, open, fill }) => {
      await open('/myPage/coupon')
      await fill({ '#coupon-number': 'HBR3 W5S0 GB8E3' })
      await page.locator('#coupon-number').press('Enter')
    },
    message: 'Coupon registered',
  },
  {
    clause: '8.33 a refund that is requested',
    viewer: 'member',
    cause: async (visit) => {
      const { page, open, translate } = visit
      const ordUid = await buy(visit)
      await open(`/myPage/refund?ord=${ordUid}`, '/myPage/refund')
      await page.locator('input[value="plans_changed"]').check()
      await page.locator('[data-action-bar] button').click()
      await page
        .locator('dialog[open]')
        .getByRole('button', { name: translate('Request a refund'), exact: true })
        .click()
    },
    message: 'Refund request applied successfully',
  },
  {
    clause: '8.34 an inquiry that is sent',
    viewer: 'member',
    cause: async ({ open, press, fill }) => {
      await open('/service/inquiry')
      await fill({ '#inquiry-content': 'Where is the ferry?' })
      await press('Send')
    },
    message: '1:1 inquiry registered',
  },
]
