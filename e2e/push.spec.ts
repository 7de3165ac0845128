import { expect, test } from '@playwright/test'
import { MEMBER_KEY, SETTINGS_CACHE } from '#sw/messages.ts'
import { api, newMember, PASSWORD } from './harness/api.ts'
import { DESKTOP, onScreen, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn, signOut } from './harness/steps.ts'
import { words } from './harness/words.ts'

test('the worker knows who is signed in, and no longer once they are not', async () => {
  const say = await words(DESKTOP.locale)
  const server = await Server.open()
  const profile = await Profile.open(DESKTOP)
  try {
    const { email } = await newMember(server)
    const { userInfo } = await api<{ userInfo: { memberId: string } }>(server, '/account/login', {
      method: 'POST',
      body: { id: email, password: PASSWORD, autoLgnYn: 'N' },
    })
    const page = await profile.page()
    const known = () =>
      page.evaluate(async ([cache, key]) => (await (await caches.open(cache)).match(key))?.text() ?? null, [
        SETTINGS_CACHE,
        MEMBER_KEY,
      ] as const)
    await page.goto(`${server.url}/home`)
    await onScreen(page, '/home')
    expect(await known()).toBeNull()

    await signIn(page, server, say, email)
    await expect.poll(known).toBe(userInfo.memberId)
    await page.reload()
    await onScreen(page, '/home')
    expect(await known()).toBe(userInfo.memberId)

    await signOut(page, server, say)
    await expect.poll(known).toBeNull()
  } finally {
    await profile.close()
    await server.close()
  }
})
