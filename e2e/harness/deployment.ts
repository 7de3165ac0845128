import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const DIST = resolve(import.meta.dirname, '../../dist')

/** A copy of the build that can be changed, as the next version would. The server reads it when it starts. */
export class Deployment {
  readonly dist: string

  private constructor(dist: string) {
    this.dist = dist
  }

  static async open(): Promise<Deployment> {
    const dist = await mkdtemp(join(tmpdir(), 'harbor-pass-dist-'))
    await cp(DIST, dist, { recursive: true })
    return new Deployment(dist)
  }

  close(): Promise<void> {
    return rm(this.dist, { recursive: true, force: true })
  }

  async remove(name: string): Promise<void> {
    for (const end of ['', '.br', '.gz']) await rm(join(this.dist, `${name}${end}`), { force: true })
  }

  /** The next version: pages carry `data-version`. `whole` false: the worker's list promises other bytes than there are. */
  async publish(version: string, { whole = true } = {}): Promise<void> {
    const before = await original('app.js')
    const after = `document.documentElement.dataset.version=${JSON.stringify(version)};${before}`
    const list = await original('sw.js')
    const promised = whole ? after : `${after} `
    await this.#write('sw.js', replaced(replaced(list, sri(before), sri(promised)), short(before), short(promised)))
    await this.#write('app.js', after)
  }

  async #write(name: string, text: string): Promise<void> {
    await this.remove(name)
    await writeFile(join(this.dist, name), text)
  }
}

const original = (name: string): Promise<string> => readFile(join(DIST, name), 'utf8')

const sha = (text: string): Buffer => createHash('sha256').update(text).digest()
const sri = (text: string): string => `sha256-${sha(text).toString('base64')}`
const short = (text: string): string => `"${sha(text).toString('base64url').slice(0, 8)}"`

const replaced = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`the worker's list has no ${from}`)
  return text.replace(from, to)
}
