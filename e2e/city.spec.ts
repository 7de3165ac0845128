import { expect, test } from '@playwright/test'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** What visitors read about the city: found by the search, and there without the server once it was opened. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

test('a search on home leads through a course to an attraction, and back keeps the word and the section', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    const field = page.locator('main input[name=q]')
    await field.fill('Haeundae')
    await field.press('Enter')
    await waitForScreen(page, '/searchView')
    const courses = page.locator('main').getByRole('button', { name: new RegExp(`^${translate('Courses')} \\d+$`) })
    await courses.click()
    await expect(page).toHaveURL(/searchView\?q=Haeundae&in=courses$/)
    await page.locator('main ul a').first().click()
    await waitForScreen(page, '/recommend/{detail}')
    await page.locator('main ol a').first().click()
    await waitForScreen(page, '/attractions/{detail}')
    await page.goBack()
    await waitForScreen(page, '/recommend/{detail}')
    await page.goBack()
    await waitForScreen(page, '/searchView')
    await expect(courses).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await waitForScreen(page, '/searchView')
    await expect(page.locator('main input[name=q]')).toHaveValue('Haeundae')
    await expect(courses).toHaveAttribute('aria-pressed', 'true')
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('courses, articles, directions and the search are there when the server is gone', async () => {
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    const open = async (path: string, screen: string) => {
      await page.goto(server.url + path)
      await waitForScreen(page, screen)
    }
    await open('/home', '/home')
    await workerReady(page)
    await open('/travelInfo', '/travelInfo')
    await page.locator('main li a').first().click()
    await waitForScreen(page, '/travelInfo/{detail}')
    const article = new URL(page.url()).pathname
    const title = (await page.locator('main h1').textContent()) ?? ''
    await open('/directions', '/directions')
    await expect(page.locator('main select')).toHaveCount(2)
    await server.kill()

    await open(article, '/travelInfo/{detail}')
    await expect(page.locator('main h1')).toHaveText(title)
    // Not opened before: it is part of the catalogue.
    await open('/recommend/friends-three-nights', '/recommend/{detail}')
    await expect(page.locator('main ol > li')).not.toHaveCount(0)
    await open('/directions?from=095&to=K119', '/directions')
    await expect(page.locator('aside ol > li')).toHaveCount(2)
    await open('/searchView?q=haeundae', '/searchView')
    await expect(page.locator('main section h2')).not.toHaveCount(0)
  } finally {
    await server.start()
    await profile.close()
  }
})
