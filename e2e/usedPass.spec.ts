import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { api, buyPass, signUpMember, visit } from './harness/api.ts'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { Server } from './harness/server.ts'
import { signIn, type Translator } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Passes that have admitted: portholes in one row, what they saved, the shelf of places, the picture. */

const SPENT = ['skyline-luge-busan', 'busan-tower', 'songdo-marine-cable-car']
const IN_USE = ['diamond-bay-yacht', 'suyeong-bay-yacht-tour', 'haeundae-beach-train']

let server: Server
let profile: Profile
let page: Page
let translate: Translator
test.beforeAll(async () => {
  server = await Server.open()
  const person = await signUpMember(server)
  const token = person.accessToken
  for (const [product, places] of [
    [undefined, SPENT],
    ['pass-big5-mobile-std', IN_USE],
  ] as const) {
    await buyPass(server, token, product)
    const { list } = await api<{ list: { passUid: string }[] }>(server, '/mypage/myPass/list', { token })
    for (const place of places) await visit(server, person, list[0]?.passUid ?? '', place)
  }
  profile = await Profile.open(PHONE)
  page = await profile.page()
  translate = await loadTranslator(PHONE.locale)
  await signIn(page, server, translate, person.email)
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

const open = async (): Promise<void> => {
  await page.goto(`${server.url}/myPage/myPass`)
  await waitForScreen(page, '/myPage/myPass')
  await expect(page.locator('article[data-pass]')).toHaveCount(2)
}

for (const width of [320, 360, 390])
  test(`five portholes stand in one row with names of two lines and dates of one: ${width} px`, async () => {
    await page.setViewportSize({ width, height: 844 })
    await open()
    const holes = page.locator('article[data-pass]').first().locator('ul > li')
    await expect(holes).toHaveCount(5)
    expect(await holes.and(page.locator('[data-stamped]')).count()).toBe(3)
    const boxes = await holes.evaluateAll((all) =>
      all.map((hole) => {
        const [name, day] = [hole.querySelector('strong'), hole.lastElementChild]
        return {
          top: hole.getBoundingClientRect().top,
          nameLines: Math.round((name?.getBoundingClientRect().height ?? 0) / 16),
          isNameWhole: name !== null && name.scrollHeight <= name.clientHeight + 1,
          dayLines: Math.round((day?.getBoundingClientRect().height ?? 0) / 16),
        }
      }),
    )
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    for (const { nameLines, isNameWhole, dayLines } of boxes)
      expect([nameLines <= 2, isNameWhole, dayLines]).toEqual([true, true, 1])
    expect(await layoutFaults(page)).toEqual([])
  })

test('a pass in use compares the tickets of its places with its price', async () => {
  await open()
  // 35,000 + 30,000 + 8,000, prices that no operator has confirmed.
  const line = page.locator('article[data-pass]').first().getByText('₩73,000')
  await expect(line).toBeVisible()
  await expect(line.locator('..')).toContainText('約')
})

test('a used pass is saved as a picture, also offline', async () => {
  await open()
  await workerReady(page)
  const isColoured = async () => {
    const button = page.getByRole('button', { name: translate('Save as a picture') })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toBe('harbor-pass-big3.png')
    const picture = await readFile(await download.path())
    return page.evaluate(async (base64) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const colourAt = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join()
      /** Colours within a porthole of the first row: a blank one has a single colour. */
      const colours = new Set(Array.from({ length: 60 }, (_, index) => colourAt(220, 760 + 4 * index)))
      return { size: [image.width, image.height], sky: colourAt(90, 130), colours: colours.size }
    }, picture.toString('base64'))
  }
  const expected = { size: [1080, 1350], sky: '190,35,64' }
  for (const isOffline of [false, true]) {
    await profile.context.setOffline(isOffline)
    const { colours, ...rest } = await isColoured()
    expect(rest).toEqual(expected)
    expect(colours).toBeGreaterThan(3)
  }
  await profile.context.setOffline(false)
})

test('places visited stand on a shelf of portholes, which lead to the places', async () => {
  await page.goto(`${server.url}/myPage/attractionHistory`)
  await waitForScreen(page, '/myPage/attractionHistory')
  await expect(page.locator('[data-stamped]')).toHaveCount(SPENT.length + IN_USE.length)
  expect(await layoutFaults(page)).toEqual([])
  await page.locator('[data-stamped="busan-tower"] a').click()
  await waitForScreen(page, '/attractions/{detail}')
  expect(profile.errors).toEqual([])
})
