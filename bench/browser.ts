import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { chromium } from '@playwright/test'
import { trustFlag } from './certificate.ts'

/** A browser controlled over a pipe: Playwright's debugger would stop each worker at its start, which we measure. */

export const CHROME =
  process.env.CHROME_PATH ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path)) ??
  chromium.executablePath()
export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--hide-scrollbars',
  trustFlag(),
  '--lang=en-US',
]

/** Creates an empty browser profile; `dropProfile` deletes it. */
export const newProfile = (): string => mkdtempSync(join(tmpdir(), 'bench-'))
export const dropProfile = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 })

// oxlint-disable-next-line typescript/no-explicit-any -- what the browser answers has as many shapes as it has methods
type Answer = any
type Listener = (method: string, params: Answer) => void

/** One page of one Chromium, over the DevTools protocol. */
export class Browser {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, { resolve: (value: Answer) => void; reject: (error: Error) => void }>()
  readonly #listeners = new Set<Listener>()
  #last = 0
  #session: string | undefined

  private constructor(profile: string) {
    const pipes = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const
    this.#process = spawn(CHROME, [...FLAGS, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: [...pipes],
    })
    let rest = Buffer.alloc(0)
    ;(this.#process.stdio[4] as Readable).on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.#read(JSON.parse(rest.subarray(0, end).toString()))
        rest = rest.subarray(end + 1)
      }
    })
    ;(this.#process.stdio[3] as Writable).on('error', () => undefined)
  }

  #read(message: Answer): void {
    if (message.id === undefined) return this.#listeners.forEach((listener) => listener(message.method, message.params))
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new Error(message.error.message))
    else waiting?.resolve(message.result)
  }

  send(method: string, params: object = {}): Promise<Answer> {
    const id = (this.#last += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      ;(this.#process.stdio[3] as Writable).write(
        `${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`,
      )
    })
  }

  on(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens a phone-sized page on a slowed-down processor; `probe` runs before each document's own scripts. */
  static async open(profile: string, probe: string, slowdown: number): Promise<Browser> {
    const browser = new Browser(profile)
    const { targetInfos } = await browser.send('Target.getTargets')
    const page = targetInfos.find(({ type }: { type: string }) => type === 'page')
    browser.#session = (
      await browser.send('Target.attachToTarget', { targetId: page.targetId, flatten: true })
    ).sessionId
    for (const domain of ['Page', 'Runtime', 'Network', 'Performance']) await browser.send(`${domain}.enable`)
    for (const name of ['benchReady', 'benchAnswers']) await browser.send('Runtime.addBinding', { name })
    await browser.send('Page.addScriptToEvaluateOnNewDocument', { source: probe })
    await browser.send('Emulation.setDeviceMetricsOverride', {
      width: 412,
      height: 823,
      deviceScaleFactor: 1.75,
      mobile: true,
    })
    await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return browser
  }

  /** Resolves with the ms from the start of the navigation to the frame with the marker; null after `limit` ms. */
  async go(url: string, limit: number): Promise<number | null> {
    let off = (): unknown => undefined
    const appeared = new Promise<number>((resolve) => {
      off = this.on(
        (method, params) =>
          method === 'Runtime.bindingCalled' && params.name === 'benchReady' && resolve(Number(params.payload)),
      )
    })
    void this.send('Page.navigate', { url }).catch(() => undefined)
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), limit))
    const at = await Promise.race([appeared, timeout])
    off()
    return at
  }

  async evaluate(expression: string): Promise<Answer> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Seconds of work on the main thread since the page was opened. */
  async busy(): Promise<number> {
    const { metrics } = await this.send('Performance.getMetrics')
    return metrics.find(({ name }: { name: string }) => name === 'TaskDuration')?.value ?? 0
  }

  /** Bytes of the page's heap after a forced collection. */
  async heap(): Promise<number> {
    // Twice: objects that the first run frees may have kept others alive.
    for (let time = 0; time < 2; time += 1) await this.send('HeapProfiler.collectGarbage')
    return (await this.send('Runtime.getHeapUsage')).usedSize
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    void this.send('Browser.close').catch(() => undefined)
    const killer = setTimeout(() => this.#process.kill('SIGKILL'), 8000)
    await gone
    clearTimeout(killer)
  }
}

/** Returns a script that observes a page from its start. `marker`: a selector of what the visitor waits for. */
export const probe = (marker: string): string => `(() => {
  if (location.href === 'about:blank' || window !== top) return
  const seen = (window.bench = { fcp: 0, lcp: 0, cls: 0, long: [] })
  const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('paint', (e) => { if (e.name === 'first-contentful-paint') seen.fcp = e.startTime })
  watch('largest-contentful-paint', (e) => { seen.lcp = e.startTime })
  watch('layout-shift', (e) => { if (!e.hadRecentInput) seen.cls += e.value })
  watch('longtask', (e) => seen.long.push([e.startTime, e.duration]))
  new MutationObserver((_, observer) => {
    if (document.documentElement?.dataset.app !== 'on') return
    observer.disconnect()
    benchAnswers('')
  }).observe(document, { attributes: true, attributeFilter: ['data-app'], subtree: true })
  const look = () => {
    const found = [...document.querySelectorAll(${JSON.stringify(marker)})].some((e) => e.getBoundingClientRect().width > 0)
    if (!found) return requestAnimationFrame(look)
    const after = new MessageChannel()
    after.port1.onmessage = () => benchReady(String(performance.now()))
    after.port2.postMessage(0)
  }
  requestAnimationFrame(look)
})()`
