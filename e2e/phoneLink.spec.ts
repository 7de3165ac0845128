import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { api, buyPass, signUpMember, type Person } from './harness/api.ts'
import { DESKTOP, PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { textOf } from './harness/checker.ts'
import { readCodeFromScreen } from './harness/scan.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A pass that is bought on a computer is put on a phone by a QR code (decision 0142). */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const openDialog = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${server.url}/myPage/myPass`)
  await waitForScreen(page, '/myPage/myPass')
  await page.getByRole('button', { name, exact: true }).click()
}
/** Returns the address in the QR code that the dialog shows, read from a screenshot. */
const scan = async (page: Page): Promise<string> => {
  let text: string | undefined
  const code = page.locator('dialog[open] [data-qr]')
  await expect.poll(async () => (text = textOf(await code.screenshot())) ?? '').toMatch(/\/login\/device#[\w-]{43}$/)
  return text ?? ''
}
const passesOf = async (person: Person) =>
  (await api<{ list: { deviceUid: string | null }[] }>(server, '/mypage/myPass/list', { token: person.accessToken }))
    .list

test('a pass that was bought on a computer is scanned onto a phone, and works there with no signal', async () => {
  const [translateOnDesktop, translateOnPhone] = await Promise.all([
    loadTranslator(DESKTOP.locale),
    loadTranslator(PHONE.locale),
  ])
  const [computer, phone] = [await Profile.open(DESKTOP), await Profile.open(PHONE)]
  try {
    const person = await signUpMember(server)
    await buyPass(server, person.accessToken)
    const page = await computer.page()
    const screen = await phone.page()
    const dialog = page.locator('dialog[open]')
    await signIn(page, server, translateOnDesktop, person.email)

    let link = ''
    await test.step('the computer offers the phone first, and shows a QR code', async () => {
      await openDialog(page, translateOnDesktop('Put it on your phone'))
      link = await scan(page)
    })
    await test.step('the phone shows a number, and no session before the computer has confirmed it', async () => {
      await screen.goto(link)
      await waitForScreen(screen, '/login/device')
      await expect(screen.locator('[data-number]')).toHaveText(/^\d\d$/)
      await expect(screen).toHaveURL(`${server.url}/login/device`)
      expect(await screen.evaluate(() => document.cookie)).not.toContain('refreshToken')
      await expect(dialog).toContainText(translateOnDesktop('Which number does your phone show?'))
    })
    await test.step('the number is chosen on the computer; the phone shows the live code', async () => {
      const number = (await screen.locator('[data-number]').textContent()) ?? ''
      await dialog.getByRole('button', { name: number, exact: true }).click()
      await waitForScreen(screen, '/myPage/myPass')
      await expect(screen.locator('[data-live="true"] [data-qr]')).toBeVisible()
      expect((await readCodeFromScreen(screen, server)).verdict).toBe('admitted')
      expect((await passesOf(person))[0]?.deviceUid).not.toBeNull()
    })
    await test.step('the computer says so, and knows that the pass is set up elsewhere', async () => {
      await expect(dialog).toContainText(
        translateOnDesktop(
          'Your phone is signed in and is opening your pass. Check that the QR code appears on your phone.',
        ),
      )
      await dialog.getByRole('button', { name: translateOnDesktop('Done'), exact: true }).click()
      await expect(page.locator('article[data-pass]')).toContainText(translateOnDesktop('Not set up here'))
    })
    await test.step('the log names the calls, and does not contain the secret', async () => {
      const log = () => readFile(join(server.dataDir, 'server.log'), 'utf8')
      await expect.poll(log).toContain('/account/phone-link/claim')
      expect(await log()).not.toContain(link.split('#')[1])
    })
    await test.step('a second phone cannot use the same code', async () => {
      const thief = await Profile.open(PHONE)
      try {
        const thiefPage = await thief.page()
        await thiefPage.goto(link)
        await expect(thiefPage.locator('main').getByRole('alert')).toHaveText(translateOnPhone('error.E_LINK'))
        expect(thief.errors).toEqual([])
      } finally {
        await thief.close()
      }
    })
    await test.step('the phone works with no signal, after a restart', async () => {
      await workerReady(screen)
      await server.kill()
      await phone.stop()
      await phone.start()
      const restarted = await phone.page()
      await restarted.goto(`${server.url}/myPage/myPass`)
      await expect(restarted.locator('[data-live="true"] [data-qr]')).toBeVisible()
      expect((await readCodeFromScreen(restarted, server)).verdict).toBe('admitted')
      await expect(restarted.locator('main')).toContainText(translateOnPhone('Works offline'))
      await server.start()
    })
    expect([...computer.errors, ...phone.errors]).toEqual([])
  } finally {
    await Promise.all([computer.close(), phone.close()])
  }
})

test('a phone that is signed in as another member asks, and stays or switches', async () => {
  const [translateOnDesktop, translateOnPhone] = await Promise.all([
    loadTranslator(DESKTOP.locale),
    loadTranslator(PHONE.locale),
  ])
  const [computer, phone] = [await Profile.open(DESKTOP), await Profile.open(PHONE)]
  try {
    const owner = await signUpMember(server)
    const friend = await signUpMember(server, { engNm: 'JUN', engSurname: 'PARK' })
    await buyPass(server, owner.accessToken)
    const [page, screen] = [await computer.page(), await phone.page()]
    await signIn(page, server, translateOnDesktop, owner.email)
    await signIn(screen, server, translateOnPhone, friend.email)
    const nameOf = () => screen.locator('main[data-screen="/myPage"] h2').first()
    const dialog = page.locator('dialog[open]')

    await openDialog(page, translateOnDesktop('Put it on your phone'))
    await screen.goto(await scan(page))
    await expect(screen.locator('main')).toContainText(friend.email)
    await screen.locator('main').getByText(translateOnPhone('Stay signed in'), { exact: true }).click()
    await waitForScreen(screen, '/myPage/myPass')
    await screen.goto(`${server.url}/myPage`)
    await expect(nameOf()).toContainText('JUN')
    await dialog.getByRole('button', { name: translateOnDesktop('None of these'), exact: true }).click()
    await dialog.getByRole('button', { name: translateOnDesktop('New code'), exact: true }).click()

    await screen.goto(await scan(page))
    await screen.getByRole('button', { name: translateOnPhone('Switch accounts'), exact: true }).click()
    const number = screen.locator('[data-number]')
    await expect(number).toHaveText(/^\d\d$/)
    await dialog.getByRole('button', { name: (await number.textContent()) ?? '', exact: true }).click()
    await waitForScreen(screen, '/myPage/myPass')
    await expect(screen.locator('[data-live="true"] [data-qr]')).toBeVisible()
    await screen.goto(`${server.url}/myPage`)
    await expect(nameOf()).toContainText('MEI-HUA')

    await dialog
      .getByRole('button', { name: translateOnDesktop('Not your phone? Sign out all other devices'), exact: true })
      .click()
    await expect(dialog).toContainText(
      translateOnDesktop(
        'All other devices have been signed out. Passes set up on them and all copies in wallet apps no longer work.',
      ),
    )
    await screen.goto(`${server.url}/myPage`)
    await expect(screen.locator('main')).toContainText(
      translateOnPhone('You were signed out. Passes and favourites saved on this device are still here.'),
    )
    expect([...computer.errors, ...phone.errors]).toEqual([])
  } finally {
    await Promise.all([computer.close(), phone.close()])
  }
})
