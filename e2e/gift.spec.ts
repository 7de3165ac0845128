import { expect, test, type Page } from '@playwright/test'
import { buyPass, signUpMember } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Two people, two browsers, one pass: a gift that is written offline, cancelled, sent and accepted. */
test('a pass is given offline, and both people see what happened to it', async () => {
  test.setTimeout(400_000)
  const [tell, say] = await Promise.all([loadTranslator(PHONE.locale), loadTranslator(DESKTOP.locale)])
  const server = await Server.open()
  const [giver, friend] = [await Profile.open(PHONE), await Profile.open(DESKTOP)]
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const inDialog = (page: Page, name: string) =>
    page.locator('dialog[open]').getByRole('button', { name, exact: true }).click()
  try {
    const [owner, recipient] = [
      await signUpMember(server),
      await signUpMember(server, { engNm: 'JUN', engSurname: 'PARK' }),
    ]
    await buyPass(server, owner.accessToken, 'pass-24h-mobile-std')
    const page = await giver.page()
    await signIn(page, server, tell, owner.email)
    await workerReady(page)
    await page.goto(`${server.url}/myPage/stillOpen`)
    await waitForScreen(page, '/myPage/stillOpen')
    await expect(page.locator('[data-open]').first()).toBeVisible()

    await test.step('what is still open is there with the server gone', async () => {
      await server.kill()
      await page.reload()
      await waitForScreen(page, '/myPage/stillOpen')
      await expect(page.locator('[data-open]').first()).toBeVisible()
    })

    const give = async () => {
      await page.goto(`${server.url}/myPage/myPassGift`)
      await waitForScreen(page, '/myPage/myPassGift')
      await page.locator('[data-action-bar] button').click()
      await expect(page.locator('#gift-email-error')).toBeVisible()
      await page.locator('#gift-email').fill(recipient.email)
      await page.locator('[data-action-bar] button').click()
      await inDialog(page, tell('Send as a gift'))
      await waitForScreen(page, '/myPage/gift')
      await expect(page.locator('[data-gift="queued"]')).toContainText(tell('Saved on this phone'))
    }
    await test.step('a gift that was never sent vanishes when it is taken back', async () => {
      await give()
      await press(page, tell('Cancel gift to {recipient}', { recipient: recipient.email }))
      await inDialog(page, tell('Cancel gift'))
      await expect(page.locator('[data-gift]')).toHaveCount(0)
    })

    await test.step('written with no signal, sent once there is one', async () => {
      await give()
      await server.start()
      await expect(page.locator('[data-gift="sent"]')).toContainText(tell('Waiting for an answer'), { timeout: 60_000 })
    })

    const theirs = await friend.page()
    await test.step('the recipient is asked once more, and has the pass', async () => {
      await signIn(theirs, server, say, recipient.email)
      await theirs.goto(`${server.url}/newsFeed`)
      await waitForScreen(theirs, '/newsFeed')
      const entry = theirs.locator('li[data-read]').filter({ has: theirs.locator('a[href="/myPage/gift"]') })
      await expect(entry).toHaveAttribute('data-read', 'N')
      await entry.locator('a').click()
      await waitForScreen(theirs, '/myPage/gift')
      await press(theirs, say('Accept'))
      await inDialog(theirs, say('Accept'))
      await expect(theirs.locator('[data-gift="accepted"]')).toContainText(say('Accepted'), { timeout: 60_000 })
      await theirs.goBack()
      await waitForScreen(theirs, '/newsFeed')
      await expect(entry).toHaveAttribute('data-read', 'Y')
      await theirs.goto(`${server.url}/myPage/myPass`)
      await expect(theirs.locator('article[data-pass]')).toHaveCount(1)
    })

    await test.step('the giver sees whose it is now', async () => {
      await page.reload()
      await expect(page.locator('[data-gift="accepted"]')).toContainText(tell('Accepted'), { timeout: 60_000 })
      await page.goto(`${server.url}/myPage/myPass`)
      await waitForScreen(page, '/myPage/myPass')
      await expect(page.locator('article[data-pass]')).toHaveCount(0)
    })
    expect([...giver.errors, ...friend.errors]).toEqual([])
  } finally {
    await giver.close()
    await friend.close()
    await server.close()
  }
})
