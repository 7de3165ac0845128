import { Browser, dropProfile, newProfile, probe } from './browser.ts'
import { applicationOrigin } from './origin.ts'
import { median } from './statistics.ts'
import { waitForExpression } from './waitForExpression.ts'

/** The work of the main thread while a ticket travels from the list of passes to its product, by a trace. */

const SLOWDOWN = 4
const SETTLE_MS = 4_000
const LIST = 'main[data-screen="/pass"]'
const PRODUCT = 'main[data-screen="/pass/{detail}"]'
const TICKET = `${LIST} a[data-product="Big3"]`
const START = 'bench-motion-start'
const END = 'bench-motion-end'
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing']

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
}

/** Marks in the trace when the ticket begins to move and when it has arrived. */
const MARK = `{
  const native = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = native(update)
    void transition.ready.then(() => performance.mark('${START}'))
    void transition.finished.then(() => performance.mark('${END}'))
    return transition
  }
}`

/** Work inside a span, ms; tasks that overlap count once. */
const busyMs = (tasks: readonly TraceEvent[], from: number, to: number): number => {
  let total = 0
  let reached = from
  for (const { ts, dur = 0 } of tasks) {
    const end = Math.min(to, ts + dur)
    if (end <= reached) continue
    total += end - Math.max(reached, ts)
    reached = end
  }
  return total / 1_000
}

/** Returns the work of each frame, from commit to commit, while the ticket moves, and the longest task of the navigation, ms. */
const framesOf = (events: readonly TraceEvent[]): { frames: number[]; longestMs: number } => {
  const start = events.find(({ name }) => name === START)
  const end = events.find(({ name }) => name === END)
  if (!start || !end) throw new Error('the ticket did not move')
  const ofPage = events.filter(({ pid, tid }) => pid === start.pid && tid === start.tid).toSorted((a, b) => a.ts - b.ts)
  const tasks = ofPage.filter(({ name, dur }) => name.endsWith('RunTask') && dur !== undefined)
  const starts = ofPage
    .filter(({ name, ts }) => name === 'BeginCommitCompositorFrame' && ts >= start.ts && ts <= end.ts)
    .map(({ ts }) => ts)
  const frames = starts.map((ts, index) => busyMs(tasks, ts, starts[index + 1] ?? end.ts))
  return { frames, longestMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000 }
}

const traceOnce = async (port: number): Promise<{ median: number; worst: number; longestMs: number }> => {
  const profile = newProfile()
  const browser = await Browser.open(profile, `${probe(LIST)};${MARK}`, SLOWDOWN)
  const has = (selector: string) => `document.querySelector(${JSON.stringify(selector)}) !== null`
  try {
    await browser.go(`https://localhost:${port}/pass`, 30_000)
    await waitForExpression(browser, `document.documentElement.dataset.app === 'on' && ${has(TICKET)}`, 60_000)
    const HAS_WORKER = 'navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated")'
    await waitForExpression(browser, HAS_WORKER, 60_000)
    // The part of the frame that moves tickets is loaded when the page is idle.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    // The first time loads the screen, which no later visitor of this page waits for.
    const click = `document.querySelector(${JSON.stringify(TICKET)}).click()`
    await browser.evaluate(click)
    const travelled = (count: number, selector: string) =>
      waitForExpression(browser, `${has(selector)} && performance.getEntriesByName('${END}').length === ${count}`)
    await travelled(1, PRODUCT)
    await browser.evaluate('history.back()')
    await travelled(2, TICKET)
    const events: TraceEvent[] = []
    let onComplete = (): void => undefined
    const complete = new Promise<void>((resolve) => (onComplete = resolve))
    const off = browser.on((method, params) => {
      if (method === 'Tracing.dataCollected') events.push(...params.value)
      if (method === 'Tracing.tracingComplete') onComplete()
    })
    await browser.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: CATEGORIES },
    })
    await browser.evaluate(click)
    await travelled(3, PRODUCT)
    await browser.send('Tracing.end')
    await complete
    off()
    const { frames, longestMs } = framesOf(events)
    if (frames.length < 5) throw new Error(`the ticket moved in ${frames.length} frames`)
    return { median: median(frames), worst: Math.max(...frames), longestMs }
  } finally {
    await browser.close()
    dropProfile(profile)
  }
}

/** Measures the median and the worst frame of each round, ms of work of the main thread. */
export const motionFrames = async (rounds: number): Promise<{ median: number[]; worst: number[] }> => {
  const app = await applicationOrigin()
  const readings: { median: number[]; worst: number[] } = { median: [], worst: [] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { median: middle, worst, longestMs } = await traceOnce(app.port)
      console.log(
        `a ticket travels: ${middle.toFixed(1)} ms a frame, at most ${worst.toFixed(1)}; drawing the new screen ${longestMs.toFixed(0)} ms`,
      )
      readings.median.push(middle)
      readings.worst.push(worst)
    }
    return readings
  } finally {
    app.close()
  }
}
