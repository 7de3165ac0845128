import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BCP47 } from '#contract/locales.ts'
import { Bidi } from './bidi.ts'
import { findVisible, type Engine, type EngineKind, type Handle, type Json } from './engine.ts'
import { sortErrors, BIDI_EVENTS, type BidiEvent } from './consoleErrors.ts'
import { program, Program } from './process.ts'

const LOCALE = 'jp'
const PHONE = { width: 390, height: 844 }
const ENTER = /WebDriver BiDi listening on (ws:\/\/\S+)/

const path = () => program(process.env.FIREFOX_PATH ?? '', 'firefox-esr', 'firefox')

/** Creates a profile on disk. Firefox itself disables everything else that disturbs automation. */
const profile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-pass-firefox-'))
  const wishes = { 'intl.accept_languages': BCP47[LOCALE], 'ui.prefersReducedMotion': 1 }
  const lines = Object.entries(wishes).map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});\n`)
  await writeFile(join(folder, 'user.js'), lines.join(''))
  return folder
}

interface Remote {
  type: string
  value?: unknown
  sharedId?: string
}
interface Evaluated {
  type: 'success' | 'exception'
  result: Remote
  exceptionDetails?: { text: string }
}
export class Firefox implements Engine {
  version = ''
  readonly #folder: string
  #running: Program | undefined
  #bidi: Bidi | undefined
  #context = ''
  readonly #events: BidiEvent[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<void> {
    const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', this.#folder, 'about:blank']
    const running = (this.#running = new Program(path() ?? '', args))
    const bidi = (this.#bidi = await Bidi.connect(`${await running.waitForOutput(ENTER)}/session`, (method, params) => {
      this.#events.push({ ...(params as BidiEvent), method })
    }))
    const session = { capabilities: {} }
    const { capabilities } = await bidi.send<{ capabilities: { browserName: string; browserVersion: string } }>(
      'session.new',
      session,
    )
    this.version = `${capabilities.browserName} ${capabilities.browserVersion}`
    await bidi.send('session.subscribe', { events: BIDI_EVENTS })
    const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    this.#context = contexts[0]?.context ?? ''
    await this.#ask('browsingContext.setViewport', { viewport: PHONE })
  }

  get errors(): string[] {
    return sortErrors(this.#events).errors
  }
  get unread(): string[] {
    return sortErrors(this.#events).unread
  }

  async go(url: string): Promise<void> {
    await this.#ask('browsingContext.navigate', { url, wait: 'none' })
  }

  async find(selector: string, text?: string): Promise<Handle | null> {
    const { sharedId } = await this.#call(String(findVisible), [local(selector), local(text ?? null)])
    return (sharedId as Handle | undefined) ?? null
  }

  async click(element: Handle): Promise<void> {
    await this.#call("(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })", [shared(element)])
    const pointer = [
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: shared(element) } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    // A mouse: touch events are processed late, and lost when the next tap follows soon.
    await this.#perform({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: pointer })
  }

  async type(element: Handle, text: string): Promise<void> {
    await this.#call('(element) => element.focus()', [shared(element)])
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#perform({ type: 'key', id: 'keyboard', actions: keys })
  }

  async evaluate<T extends Json, A extends Json[]>(script: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    const body = `async (args) => JSON.stringify((await (${script})(...JSON.parse(args))) ?? null)`
    const { value } = await this.#call(body, [local(JSON.stringify(args))])
    return JSON.parse(String(value)) as T
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.#ask<{ data: string }>('browsingContext.captureScreenshot', {})
    return Buffer.from(data, 'base64')
  }

  async restart(): Promise<void> {
    await this.#stop()
    await this.start()
  }

  async close(): Promise<void> {
    await this.#stop()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #stop(): Promise<void> {
    await this.#bidi?.send('browser.close', {}).catch(() => undefined)
    await this.#running?.waitForExit()
    this.#bidi?.close()
    this.#bidi = undefined
  }

  #perform(source: object): Promise<unknown> {
    return this.#ask('input.performActions', { actions: [source] })
  }

  async #call(functionDeclaration: string, args: object[]): Promise<Remote> {
    const answer = await this.#bidi?.send<Evaluated>('script.callFunction', {
      functionDeclaration,
      arguments: args,
      awaitPromise: true,
      target: { context: this.#context },
    })
    if (answer?.type !== 'success') throw new Error(answer?.exceptionDetails?.text ?? 'the browser is closed')
    return answer.result
  }

  #ask<T>(method: string, params: object): Promise<T> {
    if (!this.#bidi) throw new Error('the browser is closed')
    return this.#bidi.send<T>(method, { context: this.#context, ...params })
  }
}

const local = (value: string | null): object => (value === null ? { type: 'null' } : { type: 'string', value })
const shared = (element: Handle): object => ({ sharedId: element })

/** Gecko, driven by WebDriver BiDi. Its profile stays on disk when the browser is closed. */
export const FIREFOX: EngineKind<Firefox> = {
  name: 'Firefox',
  locale: LOCALE,
  missing: () => (path() ? null : 'Firefox is not installed (on Debian: `apt-get install firefox-esr`)'),
  open: async () => {
    const firefox = new Firefox(await profile())
    try {
      await firefox.start()
    } catch (error) {
      await firefox.close()
      throw error
    }
    return firefox
  },
}
