import { expect, type Page } from '@playwright/test'
import { api, visit } from './api.ts'
import { SCREENS, type Screen } from './screens.ts'
import type { Stage } from './stage.ts'

/** States of screens that only pictures show: a pass in use, a long name, and screens without our server. */

export interface PictureScreen extends Screen {
  /** Brings about what the screen shows. Runs once, before the first picture of the row. */
  prepare?: (stage: Stage) => Promise<void>
  /** Our server is stopped while the picture is taken. */
  isOffline?: true
}

const named = (name: string): Screen => {
  const screen = SCREENS.find((each) => each.name === name)
  if (!screen) throw new Error(`no screen ${name}`)
  return screen
}

const passesOf = async (stage: Stage): Promise<{ passUid: string; name: string | null }[]> => {
  const { accessToken: token } = stage.personOf('owner')
  return (
    await api<{ list: { passUid: string; name: string | null }[] }>(stage.server, '/mypage/myPass/list', { token })
  ).list
}

const enterTwice = async (stage: Stage): Promise<void> => {
  const pass = (await passesOf(stage)).find(({ name }) => name === '아빠')
  if (!pass) throw new Error('the owner has no pass called 아빠')
  for (const place of ['busan-x-the-sky', 'songdo-marine-cable-car'])
    await visit(stage.server, stage.personOf('owner'), pass.passUid, place)
}

const giveLongName = async (stage: Stage): Promise<void> => {
  const [pass] = await passesOf(stage)
  const body = { passUid: pass?.passUid, name: 'Maximilian-Alexander' }
  await api(stage.server, '/mypage/myPass/name', { method: 'PATCH', token: stage.personOf('owner').accessToken, body })
}

const STATES: readonly PictureScreen[] = [
  { ...named('my-pass'), name: 'my-pass-offline', isOffline: true },
  { ...named('home-member'), name: 'home-offline', isOffline: true },
  { ...named('home'), name: 'home-visitor-offline', isOffline: true },
  { ...named('setting'), name: 'setting-offline', isOffline: true },
  { ...named('my-pass'), name: 'my-pass-long-name', prepare: giveLongName },
  { ...named('my-pass'), name: 'my-pass-in-use', prepare: enterTwice },
  { ...named('attraction-history'), name: 'attraction-history-in-use' },
]

export const PICTURE_SCREENS: readonly PictureScreen[] = [...SCREENS, ...STATES]

/** Stops our server, and waits until the page says that it does not answer. */
export const loseServer = async (stage: Stage, page: Page): Promise<void> => {
  await stage.server.kill()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.locator('.visually-hidden[role="status"]').first()).not.toBeEmpty()
}
