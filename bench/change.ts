import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..')
const SCREEN = 'src/routes/home/-parts/homeScreen.tsx'
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'data', '.build', 'test-results'])

/** Maps the address of each file that a phone caches to its revision, from the worker's list. */
const keptOf = (dist: string): Map<string, string> =>
  new Map(
    [
      ...readFileSync(join(dist, 'sw.js'), 'utf8').matchAll(/url:[`"']([^`"']+)[`"'](?:,revision:[`"'](\S+?)[`"'])?/g),
    ].map(([, url = '', revision = '']) => [url, revision]),
  )

/** Kilobytes that a returning English visitor downloads after one line of one screen has changed. */
export const changeCost = (): number => {
  const copy = mkdtempSync(join(tmpdir(), 'bench-change-'))
  try {
    for (const name of readdirSync(ROOT))
      if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const build = () =>
      execFileSync(process.execPath, ['scripts/build/build.ts', '--again'], { cwd: copy, stdio: 'ignore' })
    build()
    const before = keptOf(join(copy, 'dist'))
    const text = readFileSync(join(copy, SCREEN), 'utf8')
    writeFileSync(join(copy, SCREEN), `${text}\nif (Date.now() < 0) console.log('another line')\n`)
    build()
    const after = keptOf(join(copy, 'dist'))
    const otherLocaleFile = /messages-(?!en)|\/shells\/(?!en)|manifest\.(?!en)/
    const changed = [...after]
      .filter(([url, revision]) => before.get(url) !== revision && !otherLocaleFile.test(url))
      .map(([url]) => url)
    return (
      ['/sw.js', ...changed].reduce(
        (sum, url) => sum + brotliCompressSync(readFileSync(join(copy, 'dist', url))).length,
        0,
      ) / 1024
    )
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
