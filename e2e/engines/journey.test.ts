import { expect, test } from 'vitest'
import { BCP47 } from '#contract/locales.ts'
import { signUpMember, PASSWORD } from '../harness/api.ts'
import { judgeAsGate, textOf } from '../harness/checker.ts'
import { Server } from '../harness/server.ts'
import { loadTranslator } from '../harness/translator.ts'
import { FIREFOX } from './firefox.ts'
import { BrowserUser } from './browserUser.ts'
import { WEBKIT } from './webkit.ts'

/** The main promise (P9) in engines other than Chromium: a pass that was bought online is shown without the server. */

for (const kind of [FIREFOX, WEBKIT]) {
  const missing = kind.missing()
  test(`a pass bought in ${kind.name} is shown while the server is down`, async ({ skip }) => {
    if (missing !== null) skip(missing)
    const translate = await loadTranslator(kind.locale)
    const server = await Server.open()
    const engine = await kind.open()
    const person = new BrowserUser(engine, kind.name)
    try {
      const { email } = await signUpMember(server)

      await person.open(server.url, '/home')
      expect(await engine.evaluate(() => document.documentElement.lang)).toBe(BCP47[kind.locale])
      await person.picture('home')

      await person.open(`${server.url}/login`, '/login')
      await person.write('#login-id', email)
      await person.write('input[autocomplete="current-password"]', PASSWORD)
      await person.see('label:has(:checked)', translate('Keep me signed in'))
      await person.press('main button', translate('Sign in'))
      await person.waitForScreen('/home')

      await person.open(`${server.url}/pass/pass-big3-mobile`, '/pass/{detail}')
      await person.press('[data-action-bar] button')
      await person.waitForScreen('/pass/paymentInfo')
      await person.press('input[type="radio"]')
      await person.press('input[type="checkbox"]')
      await person.press('[data-action-bar] button[type="submit"]')
      await person.press('button[name="choice"][value="approve"]')
      await person.waitForScreen('/pass/completed')
      // A phone takes the pass at once.
      await person.see('main ol > li span', translate('On this phone now'))

      await person.open(`${server.url}/myPage/myPass`, '/myPage/myPass')
      expect(await verdict(person, server)).toBe('admitted')
      await person.picture('pass')

      await person.until('a worker that has kept everything', () =>
        engine.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'),
      )
      await server.kill()
      await engine.restart()
      await person.open(`${server.url}/myPage/myPass`, '/myPage/myPass')
      expect(await verdict(person, server)).toBe('admitted')
      await person.picture('pass-offline')
      // The sandbox bank has no icon, and its CSP allows none.
      expect(engine.errors.filter((error) => !/favicon\.ico/.test(error))).toEqual([])
    } finally {
      await engine.close()
      await server.close()
    }
  })
}

/** Returns a gate's verdict on the code in a screenshot. */
const verdict = async (person: BrowserUser, server: Server): Promise<string> => {
  await person.see('[data-live="true"] [data-qr]')
  const text = await person.until('a code that can be read', async () => textOf(await person.engine.picture()))
  return (await judgeAsGate(text, server)).verdict
}
