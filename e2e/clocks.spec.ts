import { expect, test, type Page } from '@playwright/test'
import { encodeBase45 } from '#contract/rules/base45.ts'
import { CODE_PREFIX, readCode } from '#contract/rules/passCode.ts'
import { HOUR_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { api, buyPass, signUpMember } from './harness/api.ts'
import { waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Camera } from './harness/camera.ts'
import { textOf } from './harness/checker.ts'
import { createScanner, STAFF } from './harness/scanner.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A phone with a wrong clock, or a picture of it, in front of a scanner; both are offline. */

const PLACE = 'busan-x-the-sky'
const PERIOD = 15_000
const WRONG = {
  'three hours behind': -3 * HOUR_MS,
  'nine hours ahead': KST_OFFSET_MS,
  'a day behind': -24 * HOUR_MS,
}
/** One pass for each clock, and one for the picture. */
const PASSES = Object.keys(WRONG).length + 1

let server: Server
let camera: Camera
let phone: Profile
let staff: Profile
let gate: Page
let visitor: Page

test.describe.configure({ mode: 'serial', timeout: 400_000 })
test.beforeAll(async () => {
  test.setTimeout(400_000)
  server = await Server.open()
  phone = await Profile.open({ ...PHONE, scale: 3 })
  camera = await Camera.open()
  staff = await Profile.open(STAFF, camera)
})
test.afterAll(async () => {
  await phone.close()
  await staff.close()
  await camera.close()
  await server.close()
})

const { press, expectVerdict, scan, stopCamera } = createScanner(() => gate)
/** Takes a screenshot of this pass’s code and decodes it; waits until it differs from `previousText`. */
const pictureOf = async (nth: number, previousText = ''): Promise<{ picture: Buffer; text: string }> => {
  const code = visitor.locator('[data-live="true"] [data-qr]').nth(nth)
  let picture: Buffer = Buffer.alloc(0)
  let text: string | undefined
  await expect
    .poll(
      async () => {
        picture = await code.screenshot()
        text = textOf(picture)
        return text !== undefined && text !== previousText
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  return { picture, text: text ?? '' }
}
const codeOf = async (nth: number, previousText = ''): Promise<string> => (await pictureOf(nth, previousText)).text

test('all passes of a family are bound to one phone, and the network goes away', async () => {
  const person = await signUpMember(server)
  await buyPass(server, person.accessToken, 'pass-24h-mobile-std', PASSES)
  const { list } = await api<{ list: unknown[] }>(server, '/mypage/myPass/list', { token: person.accessToken })
  expect(list).toHaveLength(PASSES)
  gate = await staff.page()
  await gate.clock.install()
  await gate.goto(`${server.url}/gate`)
  await gate.getByPlaceholder('XXXX-XXXX-XXXX-XXXX').fill(await server.enrolmentCode(PLACE))
  await press('Enrol this scanner')
  await expect(gate.locator('main')).toContainText('목록 업데이트')
  await workerReady(gate)
  await gate.reload()
  await waitForScreen(gate, '/gate')
  await gate.waitForLoadState('networkidle')

  const translate = await loadTranslator('cht')
  visitor = await phone.page()
  await visitor.clock.install()
  await signIn(visitor, server, translate, person.email)
  await visitor.goto(`${server.url}/myPage/myPass`)
  const show = visitor.getByRole('button', { name: translate('Show on this phone'), exact: true })
  const live = visitor.locator('[data-live="true"] [data-qr]')
  for (let nth = 0; nth < PASSES; nth += 1) {
    await show.first().click()
    await expect(live).toHaveCount(nth + 1)
  }
  await workerReady(visitor)
  await server.kill()
  for (const [page, screen] of [
    [gate, '/gate'],
    [visitor, '/myPage/myPass'],
  ] as const) {
    await page.reload()
    await waitForScreen(page, screen)
  }
  await expect(live).toHaveCount(PASSES)
})

/** Scans one code after the other, as a visitor waits at the scanner: the first is held, a later one is admitted. */
const admittedWithTheNext = async (nth: number) => {
  let text = await codeOf(nth)
  for (let scanCount = 0; scanCount < 5; scanCount += 1) {
    // Each is scanned as soon as it is drawn.
    await visitor.clock.fastForward(PERIOD)
    if (scanCount > 0) await gate.clock.fastForward(PERIOD)
    text = await codeOf(nth, text)
    await scan(text)
    if (scanCount === 0) await expectVerdict('hold')
    else if (await isAdmitted()) break
  }
  await expectVerdict('admitted')
  await press('Next scan')
}
const isAdmitted = () =>
  gate
    .locator('[data-verdict="admitted"]')
    .waitFor({ timeout: 20_000 })
    .then(
      () => true,
      () => false,
    )

test('a certificate without the phone’s signature is refused', async () => {
  const code = readCode(await codeOf(0))
  expect(code).not.toBeNull()
  await scan(CODE_PREFIX + encodeBase45(code?.certificateBytes ?? new Uint8Array()))
  await expectVerdict('refused', 'unreadable')
  await press('Next scan')
})

test('a picture is held two minutes later and then old, and the phone itself is admitted', async () => {
  const translate = await loadTranslator('ko')
  await camera.lookAt((await pictureOf(0)).picture)
  await gate.clock.fastForward('02:00')
  await press('Start the camera')
  await expectVerdict('hold')
  await expect(gate.locator('[data-verdict]')).toContainText(translate('Hold for the next code'))
  // The camera still shows the same code.
  await gate.clock.fastForward(PERIOD + 6_000)
  await expectVerdict('refused', 'old_code')
  await expect(gate.locator('[data-verdict]')).toContainText(translate('Old code'))
  await stopCamera()
  // This scanner's clock is two minutes ahead by now, so that every phone's is wrong by comparison.
  await admittedWithTheNext(0)
})

for (const [nth, [what, skew]] of Object.entries(WRONG).entries()) {
  test(`a phone ${what} is held, then admitted with its next code`, async () => {
    await visitor.goto('about:blank')
    await visitor.clock.setSystemTime(Date.now() + skew)
    await visitor.goto(`${server.url}/myPage/myPass`)
    await waitForScreen(visitor, '/myPage/myPass')
    // Counted among the drawn codes, a pass has its place once all are drawn.
    await expect(visitor.locator('[data-live="true"] [data-qr]')).toHaveCount(PASSES)
    await admittedWithTheNext(nth + 1)
  })
}

test('neither page has logged an error', () => {
  expect(staff.errors).toEqual([])
  expect(phone.errors).toEqual([])
})
