import { expect, test, type Page } from '@playwright/test'
import { buyPass, signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { Camera, liveTracks, prepareScanner, SCAN_ENGINES } from './harness/camera.ts'
import { createScanner, STAFF } from './harness/scanner.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A family of four whose passes are on one phone, at one gate; and the life of the scanner's camera. */

const PLACE = 'busan-x-the-sky'
const FAMILY = 4
/** As long as My Pass shows each code. */
const SHOW_MS = 1_500

let server: Server

test.describe.configure({ mode: 'serial', timeout: 400_000 })
test.beforeAll(async () => {
  test.setTimeout(400_000)
  server = await Server.open()
})
test.afterAll(async () => {
  await server.close()
})

const enrol = async (gate: Page) => {
  const translate = await loadTranslator('ko')
  await gate.goto(`${server.url}/gate`)
  await waitForScreen(gate, '/gate')
  await gate.getByPlaceholder('XXXX-XXXX-XXXX-XXXX').fill(await server.enrolmentCode(PLACE))
  await gate.getByRole('button', { name: translate('Enrol this scanner') }).click()
  await expect(gate.getByRole('button', { name: translate('Start the camera') })).toBeVisible()
}

const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

for (const engine of SCAN_ENGINES) {
  test(`${engine}: a family of four is admitted from one phone without a tap at the gate`, async () => {
    const translate = await loadTranslator('cht')
    const staffSays = await loadTranslator('ko')
    const camera = await Camera.open()
    const phone = await Profile.open({ ...PHONE, scale: 3 })
    const staff = await Profile.open(STAFF, camera)
    await prepareScanner(staff.context, engine)
    try {
      const person = await signUpMember(server)
      await buyPass(server, person.accessToken, undefined, FAMILY)
      const visitor = await phone.page()
      await signIn(visitor, server, translate, person.email)
      await visitor.goto(`${server.url}/myPage/myPass`)
      for (let bound = 1; bound <= FAMILY; bound += 1) {
        await visitor
          .getByRole('button', { name: translate('Show on this phone'), exact: true })
          .first()
          .click()
        await expect(visitor.locator('[data-live="true"] [data-qr]')).toHaveCount(bound)
      }
      const gate = await staff.page()
      await enrol(gate)
      const { press, expectVerdict } = createScanner(() => gate)
      const oneMore = gate.getByRole('button', { name: staffSays('One more') })
      for (let size = 1; size < FAMILY; size += 1) await oneMore.click()

      await visitor.getByRole('button', { name: translate('Show all codes at the gate'), exact: true }).click()
      const pictures: Buffer[] = []
      for (let nth = 1; nth <= FAMILY; nth += 1) {
        await expect(visitor.locator('dialog[open]')).toContainText(
          translate('{number} of {total}', { number: nth, total: FAMILY }),
        )
        pictures.push(await visitor.locator('[data-shown] [data-qr]').screenshot())
        await visitor
          .getByRole('button', { name: translate('Next QR code') })
          .last()
          .click()
      }
      await camera.lookAtEach(pictures, SHOW_MS)
      const startedAt = Date.now()
      await press('Start the camera')
      await expect(gate.locator(`[data-engine="${engine}"]`)).toBeAttached()
      await expectVerdict('admitted')
      await expect(gate.locator(`[data-party="${FAMILY}"]`)).toBeVisible({ timeout: 60_000 })
      const tookMs = Date.now() - startedAt
      test.info().annotations.push({ type: 'family', description: `${engine}: ${tookMs} ms` })
      await expect(gate.locator('[data-party]')).toContainText(
        staffSays('{accepted} of {size} accepted', { accepted: FAMILY, size: FAMILY }),
      )
      expect(staff.errors).toEqual([])
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
      await staff.close()
      await camera.close()
    }
  })

  test(`${engine}: hidden, left and reloaded, the scanner leaves no live track, and starts by itself`, async () => {
    const camera = await Camera.open()
    const staff = await Profile.open(STAFF, camera)
    await prepareScanner(staff.context, engine)
    try {
      const gate = await staff.page()
      await enrol(gate)
      const { press } = createScanner(() => gate)
      const state = (value: string) => gate.locator(`[data-camera="${value}"]`)
      await press('Start the camera')
      await expect(state('on')).toBeVisible()
      expect(await liveTracks(gate)).toBe(1)
      await setVisibility(gate, 'hidden')
      await expect(state('paused')).toBeAttached()
      await expect.poll(() => liveTracks(gate)).toBe(0)
      await setVisibility(gate, 'visible')
      await expect(state('on')).toBeVisible()
      expect(await liveTracks(gate)).toBe(1)

      // Hidden and visible faster than a camera starts.
      for (const value of ['hidden', 'visible', 'hidden', 'visible'] as const) await setVisibility(gate, value)
      await expect(state('on')).toBeVisible()
      await expect.poll(() => liveTracks(gate)).toBe(1)

      await workerReady(gate)
      await gate.reload()
      await expect(state('on')).toBeVisible()
      await press('Stop the camera')
      await expect.poll(() => liveTracks(gate)).toBe(0)
      expect(staff.errors).toEqual([])
    } finally {
      await staff.close()
      await camera.close()
    }
  })
}
