import { Browser, dropProfile, newProfile, probe } from './browser.ts'
import { SLOW_4G, type Shaper } from './shaper.ts'

const SLOWDOWN = 4
/** Minimum idle time of the page after its marker is shown. */
const REST_MS = 5_000
const CODE = 'svg[data-qr]'
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Results of one visit: times in ms, sizes in kB. */
export type Sample = Record<string, number>
export interface Site {
  name: string
  shaper: Shaper
  /** Returns the number of requests that its server has had. */
  requests: () => number
  /** The first page, and the selector that its visitor waits for. */
  home: string
  marker: string
  /** The page with the code. */
  pass: string
  /** Expression that stores a pass on the phone. */
  seed: string
}

const kilobytes = (bytes: number): number => bytes / 1024

/** Measures a first visit on a slow network, with an empty phone. */
const firstVisit = async ({ shaper, requests, home, marker, seed }: Site, profile: string): Promise<Sample> => {
  shaper.profile = SLOW_4G
  shaper.reset()
  const before = requests()
  const browser = await Browser.open(profile, probe(marker), SLOWDOWN)
  try {
    const kinds = new Map<string, string>()
    const sizes = { Script: 0, Stylesheet: 0 } as Record<string, number>
    const began = performance.now()
    let answers = false
    browser.on((method, params) => {
      if (method === 'Runtime.bindingCalled' && params.name === 'benchAnswers') answers = true
      if (method === 'Network.responseReceived' && !params.response.fromServiceWorker)
        kinds.set(params.requestId, params.type)
      // Bodies as compressed, without headers.
      const kind = method === 'Network.dataReceived' ? kinds.get(params.requestId) : undefined
      if (kind && !answers) sizes[kind] = (sizes[kind] ?? 0) + params.encodedDataLength
    })
    const ready = (await browser.go(`https://localhost:${shaper.port}${home}`, 30_000)) ?? Number.NaN
    const busy = (await browser.busy()) * 1000
    await sleep(REST_MS)
    const settled = async (): Promise<boolean> =>
      (await browser.evaluate(
        'navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated")',
      )) === true
    while (!(await settled()) && performance.now() - began < 60_000) await sleep(250)
    while (performance.now() - shaper.lastByteAt < 2_500) await sleep(250)
    const { fcp, lcp, cls, long } = await browser.evaluate('window.bench')
    const hasPrecache = await browser.evaluate('caches.keys().then((names) => names.includes("hp-files"))')
    if (hasPrecache === true) await browser.evaluate(seed)
    const page = Object.values(sizes).reduce((sum, size) => sum + size, 0)
    return {
      lcp,
      cls,
      ready,
      busy,
      tbt: (long as [number, number][])
        .filter(([at, ms]) => at + ms > fcp)
        .reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0),
      script: kilobytes(sizes.Script ?? 0),
      style: kilobytes(sizes.Stylesheet ?? 0),
      precache: kilobytes(shaper.delivered - page),
      wire: kilobytes(shaper.delivered),
      requests: requests() - before,
      precacheDone: shaper.lastByteAt - began,
    }
  } finally {
    await browser.close()
  }
}

/**
 * Measures the time to the code while offline: in a just started browser, in a running one, and on a network that
 * accepts connections but never answers.
 */
const offlineVisits = async ({ shaper, pass }: Site, profile: string): Promise<Sample> => {
  const url = `https://localhost:${shaper.port}${pass}`
  await shaper.mode('stopped')
  const browser = await Browser.open(profile, probe(CODE), SLOWDOWN)
  try {
    await sleep(400)
    const fails = (at: number | null): number => at ?? Number.NaN
    const revisit = async (): Promise<number> => {
      await browser.send('Page.navigate', { url: 'about:blank' })
      await sleep(300)
      return fails(await browser.go(url, 12_000))
    }
    const cold = fails(await browser.go(url, 12_000))
    const warm = [await revisit(), await revisit(), await revisit()].toSorted((a, b) => a - b)[1] ?? Number.NaN
    await shaper.mode('hanging')
    return { cold, warm, hanging: await revisit() }
  } finally {
    await browser.close()
    await shaper.mode('up')
  }
}

/** Runs one round of one site in a new browser profile. */
export const visit = async (site: Site): Promise<Sample> => {
  const profile = newProfile()
  try {
    return { ...(await firstVisit(site, profile)), ...(await offlineVisits(site, profile)) }
  } finally {
    dropProfile(profile)
  }
}
