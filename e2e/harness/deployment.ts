import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { chunksOf } from './chunks.ts'

const DIST = resolve(import.meta.dirname, '../../dist')

/** A copy of the build that a test can change, as the next version would. The server reads it when it starts. */
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

  /**
   * Publishes the next version, whose pages carry `data-version`. With `whole: false` the worker's list promises bytes
   * that do not match the file. `renamed` gives the chunk of this screen another name, as a change to it would;
   * resolves with its former name.
   */
  async publish(version: string, { whole = true, renamed = '' } = {}): Promise<string> {
    const before = await original('app.js')
    let after = `document.documentElement.dataset.version=${JSON.stringify(version)};${before}`
    let list = await original('sw.js')
    const [chunk] = renamed ? await chunksOf(renamed) : []
    const old = chunk === undefined ? '' : `assets/${chunk}`
    if (renamed && !old) throw new Error(`the build has no ${renamed}`)
    if (old) {
      const next = old.replace(/-[^-]+\.js$/, '-another0.js')
      await cp(join(DIST, old), join(this.dist, next))
      await this.remove(old)
      after = after.replaceAll(basename(old, '.js'), basename(next, '.js'))
      list = replaced(list, old, next)
      const names = (await readdir(join(DIST, 'assets'))).filter((name) => name.endsWith('.js'))
      for (const name of names)
        if ((await original(`assets/${name}`)).includes(basename(old)) && name !== basename(old))
          list = await this.#rewrite(list, `assets/${name}`, basename(old), basename(next))
    }
    const promised = whole ? after : `${after} `
    await this.#write('sw.js', replaced(replaced(list, sri(before), sri(promised)), short(before), short(promised)))
    await this.#write('app.js', after)
    return old
  }

  /** Changes a chunk and its entry in the worker's list; returns the list. */
  async #rewrite(list: string, chunk: string, from: string, to: string): Promise<string> {
    const before = await original(chunk)
    const after = before.replaceAll(from, to)
    await this.#write(chunk, after)
    const entry = new RegExp(`\\{[^{}]*"url":"/${chunk}"\\}`).exec(list)?.[0] ?? ''
    const changed = replaced(replaced(entry, sri(before), sri(after)), '"revision":null', `"revision":${short(after)}`)
    return replaced(list, entry, changed)
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
