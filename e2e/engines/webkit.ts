import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/freePort.ts'
import { findVisible, type Engine, type EngineKind, type Handle, type Json } from './engine.ts'
import { program, Program } from './process.ts'

/** The window grows to the minimal width of its toolbar. */
const PHONE = { width: 390, height: 844 }
/** The driver itself has no timeout for a page. */
const ANSWER_MS = 30_000
/** The key of an element reference in the driver's JSON (WebDriver). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const driver = () => program('WebKitWebDriver')
const display = () => program('Xvfb')
const browser = () => program(...globSync('/usr/{lib,libexec,lib64}/{,*/}webkit2gtk-4.*/MiniBrowser'))

interface Session {
  sessionId: string
  capabilities: { browserName: string; browserVersion: string }
}

class WebKit implements Engine {
  readonly version: string
  readonly #base: string
  readonly #driver: Program
  readonly #stop: () => Promise<void>

  private constructor(base: string, { sessionId, capabilities }: Session, running: Program, stop: () => Promise<void>) {
    this.#base = `${base}/session/${sessionId}`
    this.version = `${capabilities.browserName} ${capabilities.browserVersion}`
    this.#driver = running
    this.#stop = stop
  }

  static async open(): Promise<WebKit> {
    const folder = await mkdtemp(join(tmpdir(), 'harbor-pass-webkit-'))
    const screen = new Program(display() ?? '', ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1600x2000x24'])
    const began = [screen]
    const stop = async () => {
      for (const each of began.toReversed()) await each.end()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    try {
      const port = await freePort()
      const running = new Program(driver() ?? '', ['-p', String(port)], {
        DISPLAY: `:${await screen.waitForOutput(/^(\d+)$/m)}`,
        GDK_BACKEND: 'x11',
        // As fine as a phone's screen: tests decode a QR code from a screenshot.
        GDK_SCALE: '2',
        GTK_A11Y: 'none',
        NO_AT_BRIDGE: '1',
        // Any other locale would have to be installed.
        LC_ALL: 'C',
        HOME: folder,
        XDG_DATA_HOME: join(folder, 'data'),
        XDG_CACHE_HOME: join(folder, 'cache'),
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_RUNTIME_DIR: folder,
      })
      began.push(running)
      const base = `http://127.0.0.1:${port}`
      while (!(await isThere(base))) await new Promise((resolve) => setTimeout(resolve, 50))
      const args = ['--automation', '--enable-write-console-messages-to-stdout=true']
      const options = { binary: browser(), args }
      const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
      const session = await webDriverRequest<Session>('POST', `${base}/session`, { capabilities })
      const webkit = new WebKit(base, session, running, stop)
      await webkit.#fit()
      return webkit
    } catch (error) {
      await stop()
      throw error
    }
  }

  /** The driver forwards the console of its pages to its own output. */
  get errors(): string[] {
    return this.#driver.lines.filter((line) => /^CONSOLE \S+ ERROR/.test(line))
  }

  async go(url: string): Promise<void> {
    await this.#post('url', { url })
  }

  async find(selector: string, text?: string): Promise<Handle | null> {
    const reference = await this.#run<Record<string, string> | null>(`return (${findVisible})(...arguments)`, [
      selector,
      text ?? null,
    ])
    return (reference?.[ELEMENT] as Handle | undefined) ?? null
  }

  async click(element: Handle): Promise<void> {
    await this.#run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", [{ [ELEMENT]: element }])
    await this.#post(`element/${element}/click`, {})
  }

  async type(element: Handle, text: string): Promise<void> {
    await this.#post(`element/${element}/value`, { text })
  }

  evaluate<T extends Json, A extends Json[]>(script: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    return this.#run(`return (${script})(...arguments)`, args)
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await webDriverRequest<string>('GET', `${this.#base}/screenshot`), 'base64')
  }

  async restart(): Promise<void> {
    const { handle } = await this.#post<{ handle: string }>('window/new', { type: 'window' })
    // Leave the old page, but keep its window: WebKit drops all stored data with the last window. A new tab in that
    // window would be hidden and never painted.
    await this.go('about:blank')
    await this.#post('window', { handle })
    await this.#fit()
  }

  #fit(): Promise<unknown> {
    return this.#post('window/rect', { ...PHONE, x: 0, y: 0 })
  }

  async close(): Promise<void> {
    await webDriverRequest('DELETE', this.#base).catch(() => undefined)
    await this.#stop()
  }

  #run<T>(script: string, args: Json[]): Promise<T> {
    return this.#post('execute/sync', { script, args })
  }
  #post<T>(path: string, body: object): Promise<T> {
    return webDriverRequest('POST', `${this.#base}/${path}`, body)
  }
}

const webDriverRequest = async <T>(method: string, url: string, body?: object): Promise<T> => {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error} ${value.message}`)
  return value
}
const isThere = (base: string): Promise<boolean> =>
  fetch(`${base}/status`).then(
    (answer) => answer.ok,
    () => false,
  )

/** WebKitGTK, driven by WebDriver on a virtual display. Under automation it stores nothing on disk. */
export const WEBKIT: EngineKind = {
  name: 'WebKitGTK',
  locale: 'en',
  missing: () =>
    driver() && browser() && display()
      ? null
      : 'WebKitGTK is not installed (on Debian: `apt-get install webkit2gtk-driver xvfb`)',
  open: () => WebKit.open(),
}
