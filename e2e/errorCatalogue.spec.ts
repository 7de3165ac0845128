import { expect, test } from '@playwright/test'
import { LOCALES } from '#contract/locales.ts'
import { drawnByte } from '../scripts/draw.ts'
import { signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen } from './harness/browser.ts'
import { CATALOGUE_ROWS } from './harness/errorCatalogue.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/**
 * The error catalogue (spec 8.9 to 8.35): each message on the screen where its cause is. A run shows each in one
 * language, another with each commit; `LARGE=all` shows all in every language.
 */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

for (const { clause, viewer, cause, message } of CATALOGUE_ROWS) {
  const drawn = LOCALES[drawnByte(clause) % LOCALES.length]
  for (const locale of process.env.LARGE === 'all' ? LOCALES : [drawn ?? 'en'])
    test(`${clause} (${locale})`, async () => {
      const translate = await loadTranslator(locale)
      const me = await signUpMember(server)
      const profile = await Profile.open({ ...PHONE, locale })
      try {
        const page = await profile.page()
        if (viewer === 'member') await signIn(page, server, translate, me.email)
        await cause({
          server,
          page,
          translate,
          me,
          open: async (address, screen = address) => {
            await page.goto(`${server.url}${address}`)
            await waitForScreen(page, screen)
          },
          press: (name) =>
            page
              .locator('main')
              .getByRole('button', { name: translate(name), exact: true })
              .click(),
          fill: async (values) => {
            for (const [field, value] of Object.entries(values)) await page.locator(field).fill(value)
          },
        })
        await expect(page.getByText(translate(message)).filter({ visible: true }).first()).toBeVisible()
        expect(profile.errors).toEqual([])
      } finally {
        await profile.close()
      }
    })
}
