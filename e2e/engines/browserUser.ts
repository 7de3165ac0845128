import { mkdir, writeFile } from 'node:fs/promises'
import type { Engine, Handle } from './engine.ts'

const STATE_MS = 60_000
const LOOK_MS = 50
const PICTURES = '.build/engines'

/** What a person does with a browser: wait until something is visible, then use it. */
export class BrowserUser {
  readonly engine: Engine
  readonly #name: string

  constructor(engine: Engine, name: string) {
    this.engine = engine
    this.#name = name
  }

  /** Polls until `probe` returns anything but null, undefined or false; errors while the page changes count as null. */
  async until<T>(what: string, probe: () => Promise<T | null | undefined | false>, within = STATE_MS): Promise<T> {
    const end = Date.now() + within
    let trouble = ''
    for (;;) {
      const value = await probe().catch((error: unknown) => {
        trouble = `\n${String(error)}`
        return null
      })
      if (value !== null && value !== undefined && value !== false) return value
      if (Date.now() > end) {
        await this.picture('failed')
        const text = await this.engine.evaluate(() => `${location.href}\n${document.body.innerText}`).catch(String)
        throw new Error(`waited for ${what}${trouble}\n${text}\n${this.engine.errors.join('\n')}`)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  see(selector: string, text?: string): Promise<Handle> {
    return this.until(`${selector} ${text ?? ''}`, () => this.engine.find(selector, text))
  }
  async press(selector: string, text?: string): Promise<void> {
    await this.engine.click(await this.see(selector, text))
  }
  async write(selector: string, text: string): Promise<void> {
    await this.engine.type(await this.see(selector), text)
  }
  /** Waits until the application has rendered the screen; the shell is visible before that. */
  async waitForScreen(screen: string): Promise<void> {
    await this.see(`html[data-app] main[data-screen="${screen}"]`)
  }
  async open(url: string, screen: string): Promise<void> {
    await this.engine.go(url)
    await this.waitForScreen(screen)
  }
  /** Saves a screenshot for people who want to see the screen in this engine. */
  async picture(name: string): Promise<void> {
    await mkdir(PICTURES, { recursive: true })
    await writeFile(`${PICTURES}/${this.#name}-${name}.png`, await this.engine.picture())
  }
}
