import { expect, test, type Page } from '@playwright/test'
import { buyPass, freshEmail, signUpMember } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { fillSignUp, signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Two people, two browsers, one pass: a gift that is written offline, cancelled, sent and accepted. */
test('a pass is given offline, and both people see what happened to it', async () => {
  test.setTimeout(400_000)
  const [translateOnPhone, translateOnDesktop] = await Promise.all([
    loadTranslator(PHONE.locale),
    loadTranslator(DESKTOP.locale),
  ])
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
    await signIn(page, server, translateOnPhone, owner.email)
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
      await page.goto(`${server.url}/myPage/myPassGift?by=member`)
      await waitForScreen(page, '/myPage/myPassGift')
      await page.locator('[data-action-bar] button').click()
      await expect(page.locator('#gift-email-error')).toBeVisible()
      await page.locator('#gift-email').fill(recipient.email)
      await page.locator('[data-action-bar] button').click()
      await inDialog(page, translateOnPhone('Send as a gift'))
      await waitForScreen(page, '/myPage/gift')
      await expect(page.locator('[data-gift="queued"]')).toContainText(translateOnPhone('Saved on this device'))
    }
    await test.step('a gift that was never sent vanishes when it is taken back', async () => {
      await give()
      await press(page, translateOnPhone('Cancel gift to {recipient}', { recipient: recipient.email }))
      await inDialog(page, translateOnPhone('Cancel gift'))
      await expect(page.locator('[data-gift]')).toHaveCount(0)
    })

    await test.step('written with no signal, sent once there is one', async () => {
      await give()
      await server.start()
      await expect(page.locator('[data-gift="sent"]')).toContainText(translateOnPhone('Waiting for an answer'), {
        timeout: 60_000,
      })
    })

    const theirs = await friend.page()
    await test.step('the recipient is asked once more, and has the pass', async () => {
      await signIn(theirs, server, translateOnDesktop, recipient.email)
      await theirs.goto(`${server.url}/newsFeed`)
      await waitForScreen(theirs, '/newsFeed')
      const entry = theirs.locator('li[data-read]').filter({ has: theirs.locator('a[href="/myPage/gift"]') })
      await expect(entry).toHaveAttribute('data-read', 'N')
      await entry.locator('a').click()
      await waitForScreen(theirs, '/myPage/gift')
      await press(theirs, translateOnDesktop('Accept'))
      await inDialog(theirs, translateOnDesktop('Accept'))
      await expect(theirs.locator('[data-gift="accepted"]')).toContainText(translateOnDesktop('Accepted'), {
        timeout: 60_000,
      })
      await theirs.goBack()
      await waitForScreen(theirs, '/newsFeed')
      await expect(entry).toHaveAttribute('data-read', 'Y')
      await theirs.goto(`${server.url}/myPage/myPass`)
      await expect(theirs.locator('article[data-pass]')).toHaveCount(1)
    })

    await test.step('the giver sees whose it is now', async () => {
      await page.reload()
      await expect(page.locator('[data-gift="accepted"]')).toContainText(translateOnPhone('Accepted'), {
        timeout: 60_000,
      })
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

/** Two people, two browsers, one link: a stranger opens it, signs up, comes back to it and accepts. */
test('a gift by link leads a stranger through sign-up to a pass that works on the stranger’s phone', async () => {
  test.setTimeout(400_000)
  const [translateOnDesktop, translateOnPhone] = await Promise.all([
    loadTranslator(DESKTOP.locale),
    loadTranslator(PHONE.locale),
  ])
  const server = await Server.open()
  const [giver, stranger] = [await Profile.open(DESKTOP), await Profile.open(PHONE)]
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  try {
    const owner = await signUpMember(server)
    await buyPass(server, owner.accessToken, 'pass-24h-mobile-std')
    const page = await giver.page()
    await signIn(page, server, translateOnDesktop, owner.email)
    let link = ''
    await test.step('the giver makes a link', async () => {
      await page.goto(`${server.url}/myPage/myPassGift`)
      await waitForScreen(page, '/myPage/myPassGift')
      await page.locator('#gift-message').fill('See you in Busan')
      await page.locator('[data-action-bar] button').click()
      await page
        .locator('dialog[open]')
        .getByRole('button', { name: translateOnDesktop('Create link'), exact: true })
        .click()
      await expect(page.locator('[data-link]')).toContainText('/gift#')
      await expect(page.locator('dialog[open] [data-qr]')).toBeVisible()
      link = await page.locator('[data-link]').innerText()
      await page.keyboard.press('Escape')
      await waitForScreen(page, '/myPage/gift')
      await expect(page.locator('[data-gift="sent"]')).toContainText(translateOnDesktop('Waiting for an answer'))
    })

    const theirs = await stranger.page()
    const requested: string[] = []
    theirs.on('request', (request) => requested.push(request.url()))
    await test.step('a stranger pulls the ribbon, and the giver sees it opened', async () => {
      await theirs.goto(link)
      await waitForScreen(theirs, '/gift')
      await expect(theirs.locator('[data-gift="wrapped"]')).toBeVisible()
      await expect(theirs.locator('main')).not.toContainText('See you in Busan')
      await press(theirs, translateOnPhone('Open the gift'))
      await expect(theirs.locator('main')).toContainText('See you in Busan')
      await page.reload()
      await expect(page.locator('[data-gift="sent"]')).toContainText(translateOnDesktop('Opened, not accepted yet'))
    })

    await test.step('signing up leads back to the gift', async () => {
      await theirs.getByRole('link', { name: translateOnPhone('Sign up'), exact: true }).click()
      await waitForScreen(theirs, '/join')
      await theirs.getByRole('link', { name: translateOnPhone('Sign up with email'), exact: true }).click()
      await fillSignUp(theirs, server, translateOnPhone, freshEmail())
      await waitForScreen(theirs, '/join/completion')
      await press(theirs, translateOnPhone('Open the gift'))
      await waitForScreen(theirs, '/gift')
      await expect(theirs.locator('main')).toContainText('See you in Busan')
    })

    await test.step('the pass is accepted, and works on the stranger’s phone', async () => {
      await press(theirs, translateOnPhone('Accept'))
      await theirs
        .locator('dialog[open]')
        .getByRole('button', { name: translateOnPhone('Accept'), exact: true })
        .click()
      await expect(theirs.locator('[data-gift="accepted"]')).toBeVisible()
      await theirs.getByRole('link', { name: translateOnPhone('Open My Pass'), exact: true }).click()
      await waitForScreen(theirs, '/myPage/myPass')
      await expect(theirs.locator('article[data-pass]')).toHaveCount(1)
      await press(theirs, translateOnPhone('Show on this phone'))
      await expect(theirs.locator('article[data-pass] [data-qr]')).toBeVisible()
    })

    await test.step('the giver sees it accepted, and the link opens nothing any more', async () => {
      await page.reload()
      await expect(page.locator('[data-gift="accepted"]')).toContainText(translateOnDesktop('Accepted'))
      await page.goto(link)
      await waitForScreen(page, '/gift')
      await expect(page.locator('main')).toContainText(translateOnDesktop('This is your own gift'))
      await page.goto(`${server.url}/myPage/myPass`)
      await waitForScreen(page, '/myPage/myPass')
      await expect(page.locator('article[data-pass]')).toHaveCount(0)
    })
    // The key is in no address that was requested.
    const key = link.split('#')[1] ?? ''
    expect(key).toHaveLength(32)
    expect(requested.filter((address) => address.includes(key))).toEqual([])
    expect([...giver.errors, ...stranger.errors]).toEqual([])
  } finally {
    await giver.close()
    await stranger.close()
    await server.close()
  }
})
