import { Browser, dropProfile, newProfile, probe } from './browser.ts'
import { applicationOrigin } from './origin.ts'
import { FORTNIGHT_MS, liveCode, LONG_AWAY, seedExpression, type StoredState } from './seed.ts'
import { Shaper } from './shaper.ts'
import { HAS_DEVICE_DB, waitForExpression } from './waitForExpression.ts'

const LIVE_MS = 20_000

/** Heap on My Pass in MB (of 1024 kB), offline, after a new code was drawn. */
const heapOnce = async (shaper: Shaper, state: StoredState, since: number): Promise<number> => {
  const profile = newProfile()
  await shaper.mode('up')
  let browser = await Browser.open(profile, probe('svg[data-qr]'), 1)
  const origin = `https://localhost:${shaper.port}`
  try {
    await browser.send('Page.navigate', { url: `${origin}/home` })
    await waitForExpression(browser, 'caches.keys().then((names) => names.includes("hp-files"))')
    await waitForExpression(browser, HAS_DEVICE_DB)
    await browser.evaluate(seedExpression(await liveCode(), since, state))
    await shaper.mode('stopped')
    // Restarted, so that nothing of the first page is left in memory.
    await browser.close()
    browser = await Browser.open(profile, probe('svg[data-qr]'), 1)
    if ((await browser.go(`${origin}/myPage/myPass`, 12_000)) === null) return Number.NaN
    await waitForExpression(browser, 'document.documentElement.dataset.app === "on"')
    const passCount = await browser.evaluate('document.querySelectorAll("[data-pass]").length')
    if (passCount !== state.passes) throw new Error(`${passCount} passes are shown, not ${state.passes}`)
    const drawn = 'document.querySelector("svg[data-qr]")?.innerHTML'
    await browser.evaluate(`window.benchDrawn = ${drawn}`)
    await waitForExpression(browser, `${drawn} !== window.benchDrawn`, LIVE_MS)
    return (await browser.heap()) / 1024 ** 2
  } finally {
    await browser.close()
    dropProfile(profile)
  }
}

/**
 * Measures the heap of a visitor with one pass, and of one who was offline for a fortnight on a phone with a second
 * member's data.
 */
export const heaps = async (rounds: number): Promise<{ one: number[]; many: number[] }> => {
  const app = await applicationOrigin()
  const shaper = await new Shaper(app.port).start()
  const readings: { one: number[]; many: number[] } = { one: [], many: [] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      readings.one.push(await heapOnce(shaper, { passes: 1, isSignedIn: true }, Date.now()))
      readings.many.push(await heapOnce(shaper, LONG_AWAY, Date.now() - FORTNIGHT_MS))
    }
    return readings
  } finally {
    await shaper.mode('stopped')
    app.close()
  }
}
