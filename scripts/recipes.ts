import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawnByte } from './draw.ts'
import {
  checkApplies,
  filesOf,
  GENERATED,
  isRecipeName,
  patchNames,
  patchPath,
  RECIPES,
  remake,
  ROOT,
  type Recipe,
  type RecipeName,
} from './recipePatches.ts'

/**
 * Follows the recipes of CONTRIBUTING.md, as the patches in `docs/recipes`: applies each to a copy of the tree,
 * generates, compiles and tests it, and counts the files that were edited by hand.
 *
 *     npm run recipes                     all recipes
 *     npm run recipes -- call column      these
 *     npm run recipes -- --drawn          one, another with each commit
 *     npm run recipes -- --open call      a copy of the tree with the patch, to edit
 *     npm run recipes -- --save call      writes the patch from that copy
 */

const folderOf = (name: RecipeName): string => join(ROOT, '.build/recipes', name)

const lines = (text: string): string[] => text.split('\n').filter(Boolean)

/** Runs a command in a folder with its output shown. Throws when it fails. */
const run = (folder: string, command: string, args: readonly string[]): void => {
  console.log(`   ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}

const git = (folder: string, args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })

/** Copies what git tracks, as it is now, and keeps what an earlier run has compiled. */
const copyTree = (name: RecipeName): string => {
  const folder = folderOf(name)
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(folder))
    if (entry !== '.build') rmSync(join(folder, entry), { recursive: true, force: true })
  const files = git(ROOT, ['ls-files', '--cached', '--others', '--exclude-standard'])
  for (const file of lines(files)) {
    if (!existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file), { preserveTimestamps: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  // A repository of its own: git would skip a patch for a folder of another one. Its index is the tree without the patch.
  git(folder, ['init', '--quiet'])
  git(folder, ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', 'add', '--all'])
  return folder
}

/** Runs the tools that write files from what the patch has changed. */
const generate = (folder: string, files: readonly string[]): void => {
  const touches = (pattern: RegExp) => files.some((file) => pattern.test(file))
  if (touches(/^server\/db\/schema\//)) run(folder, 'drizzle-kit', ['generate', '--name', 'recipe'])
  // The router's plugin writes the tree of routes when Vite reads its configuration.
  if (touches(/^src\/routes\//))
    run(folder, 'node', [
      '--input-type=module',
      '-e',
      "await (await import('vite')).resolveConfig({ logLevel: 'error' }, 'serve'); process.exit()",
    ])
  if (touches(/^contract\/locales\.ts$/)) {
    run(folder, 'lingui', ['extract', '--clean', '--overwrite'])
    run(folder, 'node', ['scripts/copyEnglish.ts'])
  }
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** Applies a patch to a copy of the tree, and compiles, lints and tests it. Throws at the first failure. */
const follow = (name: RecipeName): void => {
  const { maxFiles, tests } = RECIPES[name]
  checkApplies(name)
  const files = filesOf(name)
  const folder = copyTree(name)
  run(folder, 'git', ['apply', patchPath(name)])
  generate(folder, files)
  run(folder, 'oxfmt', ['--check', ...files.filter((file) => existsSync(join(folder, file)))])
  run(folder, 'oxlint', ['--deny-warnings'])
  run(folder, 'tsc', ['-b'])
  run(folder, 'vitest', ['run', '--project', '!buddhist', '--project', '!persian', ...files.filter(isTest), ...tests])
  console.log(`${name}: ${files.length} of at most ${maxFiles} files edited by hand`)
  for (const file of files) console.log(`   ${file}`)
  if (files.length > maxFiles) throw new Error(`${name} edits ${files.length} files, ${maxFiles} are allowed.`)
}

/** Copies the tree and applies the patch, if there is one, as far as it applies. */
const open = (name: RecipeName): void => {
  const folder = copyTree(name)
  if (existsSync(patchPath(name)))
    spawnSync('git', ['apply', '--reject', patchPath(name)], { cwd: folder, stdio: 'inherit' })
  console.log(folder)
}

/** Writes the patch from the difference between the copy's index and its files. */
const save = (name: RecipeName): void => {
  const folder = folderOf(name)
  git(folder, ['add', '--intent-to-add', '--all', '--', ':!*.rej'])
  const { filled }: Recipe = RECIPES[name]
  const tools = [...GENERATED, ...(filled ? [`:!${filled}`] : [])]
  const patch = git(folder, ['diff', '--no-color', '--no-ext-diff', '--no-renames', '--', '.', ':!*.rej', ...tools])
  writeFileSync(patchPath(name), patch)
  console.log(`${patchPath(name)}: ${filesOf(name).length} files`)
}

/** Returns the recipe that this commit runs. */
const drawn = (names: readonly RecipeName[]): RecipeName[] =>
  names.toSorted((a, b) => drawnByte(`recipe ${a}`) - drawnByte(`recipe ${b}`)).slice(0, 1)

if (import.meta.main) {
  const args = process.argv.slice(2)
  const flag = args.find((arg) => arg.startsWith('--'))
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.filter((name) => !isRecipeName(name))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. The recipes are ${Object.keys(RECIPES).join(', ')}.`)
    process.exit(1)
  }
  const chosen = names.length > 0 ? names.filter(isRecipeName) : flag === '--drawn' ? drawn(patchNames()) : patchNames()
  const act = flag === '--open' ? open : flag === '--save' ? save : follow
  let failed = 0
  for (const name of chosen) {
    console.log(`── recipe ${name}`)
    try {
      act(name)
    } catch (error) {
      failed += 1
      console.error(error instanceof Error ? error.message : error)
      if (act === follow) console.error(remake(name))
    }
  }
  process.exit(failed === 0 ? 0 : 1)
}
