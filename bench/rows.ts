import { Browser, dropProfile, newProfile, probe } from './browser.ts'
import { applicationOrigin } from './origin.ts'
import { liveCode, seedExpression } from './seed.ts'
import { median } from './statistics.ts'
import { HAS_DEVICE_DB, waitForExpression } from './waitForExpression.ts'

const SLOWDOWN = 4
/** Rows that a list adds at a time. */
const PAGE = 20
const ROWS = 'main[data-screen="/attractions"] li[data-place]'
const COUNT = `document.querySelectorAll(${JSON.stringify(ROWS)}).length`
const HAS_WORKER = 'navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated")'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a list of `places` attractions with `count` of them, then runs `work`. `seed` runs on the page before. */
const onList = async <T>(
  { places, count = places, slowdown, seed }: { places: number; count?: number; slowdown: number; seed?: string },
  work: (browser: Browser) => Promise<T>,
): Promise<T> => {
  const app = await applicationOrigin({ places })
  const profile = newProfile()
  const browser = await Browser.open(profile, probe(ROWS), slowdown)
  const url = `https://localhost:${app.port}/attractions?page=${count / PAGE}`
  try {
    await browser.go(url, 30_000)
    await waitForExpression(browser, HAS_WORKER, 60_000)
    if (seed !== undefined) {
      await waitForExpression(browser, HAS_DEVICE_DB)
      await browser.evaluate(seed)
      await browser.go(url, 30_000)
    }
    await waitForExpression(browser, `${COUNT} === ${count} && document.documentElement.dataset.app === 'on'`, 60_000)
    await pause(2_000)
    return await work(browser)
  } finally {
    await browser.close()
    dropProfile(profile)
    app.close()
  }
}

/** Scrolls to an element and returns its centre, in the window. */
const middle = (browser: Browser, element: string): Promise<{ x: number; y: number }> =>
  browser.evaluate(
    `(() => { const e = ${element}; e.scrollIntoView({ block: 'center', inline: 'center' }); const { x, y, width, height } = e.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 } })()`,
  )
/** Taps an element once its position is stable: a notice that appears or disappears moves the end of a page. */
const tap = async (browser: Browser, element: string): Promise<void> => {
  let at = await middle(browser, element)
  for (let before = { x: Number.NaN, y: Number.NaN }; before.x !== at.x || before.y !== at.y;) {
    await pause(300)
    before = at
    at = await middle(browser, element)
  }
  for (const type of ['mousePressed', 'mouseReleased'])
    await browser.send('Input.dispatchMouseEvent', { ...at, type, button: 'left', clickCount: 1 })
}
const type = async (browser: Browser, letter: string): Promise<void> => {
  for (const event of ['keyDown', 'keyUp'])
    await browser.send('Input.dispatchKeyEvent', {
      type: event,
      key: letter,
      ...(event === 'keyDown' && { text: letter }),
    })
}

/** Slowest interaction on a list of 200 rows, ms to the next paint. */
const interactionOnce = async (): Promise<number> => {
  const seed = seedExpression(await liveCode(), Date.now(), { isSignedIn: true })
  return onList({ places: 200, count: 180, slowdown: SLOWDOWN, seed }, async (browser) => {
    await browser.evaluate(`void (window.answered = [], new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.interactionId) answered.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 }))`)
    const worst: number[] = []
    const does = async (what: string, rowsAfter: (rows: number) => boolean, act: () => Promise<void>) => {
      await browser.evaluate('void (answered.length = 0)')
      await act()
      await pause(1_200)
      const ms = Math.max(...((await browser.evaluate('answered')) as number[]), 0)
      const rows = (await browser.evaluate(COUNT)) as number
      if (!rowsAfter(rows)) throw new Error(`${what}: ${rows} rows`)
      console.log(`list of 200 rows, ${what}: ${ms} ms`)
      worst.push(ms)
    }
    const all = (rows: number) => rows === 200
    const few = (rows: number) => rows > 0 && rows <= PAGE
    await does('the last twenty', all, () => tap(browser, `[...document.querySelectorAll('main button')].at(-1)`))
    await does('a heart', all, () => tap(browser, `document.querySelector(${JSON.stringify(`${ROWS} button`)})`))
    await does('a chip', few, () => tap(browser, `document.querySelectorAll('main [role="group"] button')[1]`))
    await browser.evaluate('history.back()')
    await waitForExpression(browser, `${COUNT} === 200`)
    await does('the field', all, () => tap(browser, `document.querySelector('main input[type="search"]')`))
    await does('a letter', few, () => type(browser, 'a'))
    return Math.max(...worst)
  })
}

/** Frames per second while scrolling a list of 1,000 rows, from the median of the gaps between frames. */
const scrollOnce = (): Promise<number> =>
  onList({ places: 1_000, slowdown: 1 }, async (browser) => {
    await browser.evaluate(`void (window.drawn = [], requestAnimationFrame(function look(at) {
      drawn.push(at)
      requestAnimationFrame(look)
    }))`)
    const from = (await browser.evaluate('drawn.length = 0, scrollY')) as number
    for (let turn = 0; turn < 3; turn += 1)
      await browser.send('Input.synthesizeScrollGesture', { x: 200, y: 600, yDistance: -6_000, speed: 3_000 })
    const at = (await browser.evaluate('drawn')) as number[]
    const moved = ((await browser.evaluate('scrollY')) as number) - from
    if (moved < 15_000) throw new Error(`the list moved by ${moved} px only`)
    const gaps = at.slice(1).map((ms, index) => ms - (at[index] ?? Number.NaN))
    // Frame timestamps have a resolution of 0.1 ms: 16.7 ms are 60 a second.
    return Math.round(1_000 / median(gaps))
  })

/** Measures interactions on 200 rows (ms) and scrolling over 1,000 rows (frames per second). */
export const rowTimes = async (rounds: number): Promise<{ interaction: number[]; scroll: number[] }> => {
  const readings: { interaction: number[]; scroll: number[] } = { interaction: [], scroll: [] }
  for (let round = 0; round < rounds; round += 1) {
    readings.interaction.push(await interactionOnce())
    readings.scroll.push(await scrollOnce())
  }
  return readings
}
