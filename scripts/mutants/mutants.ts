import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drawMutants } from './draw.ts'

/**
 * Mutation tests: plants one fault at a time in a copy of the last commit and runs the tests that reach it.
 *
 *   npm run mutants -- faults/one.patch faults/two.patch    own patches (git apply)
 *   npm run mutants -- --draw 30 [--seed <text>]            faults drawn by a seed (default: the last commit)
 *   --browser      also runs the browser tests, on a build, against faults that unit tests and types miss
 *   --areas a,b    phone, worker, build, gate: where to draw from
 *
 * Exit code: the number of faults that no test caught, and of those for which a test failed without the fault too.
 */

const ROOT = resolve(import.meta.dirname, '../..')
const OUT = join(ROOT, '.build/mutants')
const COPY = join(OUT, 'copy')

const AREAS: Record<string, string[]> = {
  phone: ['src/{api,data,db,start,pwa}/*.ts', 'src/sync/*.ts', 'src/sync/{mirror,outbox,device}/**/*.ts'],
  worker: ['sw/*.ts'],
  build: ['scripts/build/*.ts'],
  gate: ['src/sync/gate/*.ts', 'contract/rules/{passCheck,passCode,admission,allowance,gateReason,scan}.ts'],
}
/**
 * Browser tests that start the worker, the build and the phone. The matrices test single screens, so they are left out.
 */
const BROWSER = [
  'update',
  'worker',
  'push',
  'storage',
  'shell',
  'chunks',
  'bfcache',
  'clocks',
  'outbox',
  'gate',
  'journey',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draw: { type: 'string' },
    seed: { type: 'string' },
    areas: { type: 'string', default: Object.keys(AREAS).join(',') },
    browser: { type: 'boolean', default: false },
  },
})

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const inCopy = (...args: string[]): string => execFileSync('git', args, { cwd: COPY, encoding: 'utf8' }).trim()

/** Checks out the last commit below `.build`, sharing the dependencies. */
const prepareCopy = (): void => {
  mkdirSync(OUT, { recursive: true })
  if (!existsSync(COPY)) git('worktree', 'add', '--detach', '--force', COPY, 'HEAD')
  inCopy('checkout', '--quiet', '--force', '--detach', git('rev-parse', 'HEAD'))
  if (!existsSync(join(COPY, 'node_modules'))) symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'))
}

const drawnPatches = (count: number, seed: string, areas: string[]): string[] => {
  const groups = areas.map(
    (area) =>
      new Map(
        globSync(AREAS[area] ?? [], { cwd: COPY })
          .filter((file) => !/\.(?:test|gen)\.ts$/.test(file))
          .toSorted()
          .map((file) => [file, readFileSync(join(COPY, file), 'utf8')]),
      ),
  )
  return drawMutants(groups, { seed, count }).map(({ file, line, kind, code }, at) => {
    writeFileSync(join(COPY, file), code)
    const patch = join(OUT, `${String(at + 1).padStart(2, '0')}-${kind}-${basename(file, '.ts')}-${line}.patch`)
    writeFileSync(patch, `${execFileSync('git', ['diff', '--unified=1'], { cwd: COPY, encoding: 'utf8' })}`)
    inCopy('checkout', '--quiet', '--force', '--', '.')
    return patch
  })
}

/** Resolves with the exit code and the output. */
const run = (command: string, args: string[]): Promise<{ code: number; printed: string }> =>
  new Promise((resolve) => {
    const child = spawn('npx', [command, ...args], { cwd: COPY, env: { ...process.env, NO_COLOR: '1' } })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.on('close', (code) => resolve({ code: code ?? 1, printed }))
  })

const firstOf = (printed: string, pattern: RegExp): string => pattern.exec(printed)?.[1]?.trim() ?? 'a failed run'

/** Fails for any changed text: it plants faults of its own in lines that it names. */
const PLANTED = 'tests/offline/variants.test.ts'

/** A test failed with the fault and also without it, so that nothing is known of the fault. */
class UnsoundError extends Error {
  override name = 'UnsoundError'
}

/**
 * Returns the test of these projects that fails for the fault, or null. Throws `UnsoundError` when it also fails without
 * the fault.
 */
const failedBy = async (patch: string, files: string[], projects: string[]): Promise<string | null> => {
  const args = ['related', '--run', '--bail', '1', '--passWithNoTests', '--exclude', PLANTED]
  const { code, printed } = await run('vitest', [...args, ...projects.flatMap((name) => ['--project', name]), ...files])
  if (code === 0) return null
  const failed = firstOf(printed, /FAIL\s+(.+)/)
  inCopy('apply', '--reverse', patch)
  const sound = await run('vitest', ['run', /\S+\.test\.tsx?/.exec(failed)?.[0] ?? failed])
  if (sound.code !== 0) throw new UnsoundError(`${failed} fails without the fault too`)
  inCopy('apply', patch)
  return failed
}

/**
 * Returns what caught the fault, or null. Fastest first: tests without a database, types, tests with one, the browser.
 */
const noticedBy = async (patch: string, files: string[]): Promise<string | null> => {
  const plain = await failedBy(patch, files, ['plain'])
  if (plain !== null) return plain
  const types = await run('tsc', ['-b'])
  if (types.code !== 0) return `types: ${firstOf(types.printed, /^(.+error.+)$/m)}`
  const served = await failedBy(patch, files, ['served', 'races'])
  if (served !== null || !values.browser) return served
  const built = await run('node', ['scripts/build/build.ts'])
  if (built.code !== 0) return `build: ${firstOf(built.printed, /(Error: .+)/)}`
  const browser = await run('playwright', ['test', '--max-failures=1', ...BROWSER.map((name) => `e2e/${name}.spec.ts`)])
  return browser.code === 0 ? null : firstOf(browser.printed, /^\s*1\) (.+)$/m)
}

prepareCopy()
const patches = [
  ...positionals.map((path) => resolve(path)),
  ...(values.draw === undefined
    ? []
    : drawnPatches(Number(values.draw), values.seed ?? git('rev-parse', 'HEAD'), values.areas.split(','))),
]
let survived = 0
let unsound = 0
for (const patch of patches) {
  inCopy('apply', patch)
  try {
    const files = inCopy('diff', '--name-only').split('\n')
    const noticed = await noticedBy(patch, files)
    if (noticed === null) survived += 1
    console.log(
      `${noticed === null ? 'SURVIVED' : 'caught  '} ${basename(patch)}${noticed === null ? '' : ` by ${noticed}`}`,
    )
  } catch (error) {
    if (!(error instanceof UnsoundError)) throw error
    unsound += 1
    console.log(`UNSOUND  ${basename(patch)}: ${error.message}`)
  } finally {
    inCopy('checkout', '--quiet', '--force', '--', '.')
  }
}
console.log(
  `${patches.length - survived - unsound} caught, ${survived} survived, ${unsound} unsound of ${patches.length}`,
)
process.exitCode = survived + unsound
