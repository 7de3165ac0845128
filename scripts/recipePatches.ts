import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The recipes of CONTRIBUTING.md as patches: which files each edits, how many it may, and which tests it must pass. */

export const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'docs/recipes')

export interface Recipe {
  /** Its heading in CONTRIBUTING.md. */
  heading: string
  /** How many files it may edit by hand. */
  maxFiles: number
  /** A folder that a tool fills with texts to translate (`scripts/copyEnglish.ts`): never part of the patch. */
  filled?: string
  /** Tests that must pass besides those that the patch adds or changes. Paths as for vitest. */
  tests: readonly string[]
}

export const RECIPES = {
  call: {
    heading: 'A call in an existing group',
    maxFiles: 6,
    tests: ['tests/calls.test.ts', 'tests/docs.test.ts', 'tests/build/contract.test.ts'],
  },
  action: { heading: 'An outbox action', maxFiles: 6, tests: ['tests/offline/wishes.test.ts'] },
  screen: {
    heading: 'A screen whose data exists',
    maxFiles: 7,
    tests: ['tests/screens.test.ts', 'tests/docs.test.ts', 'tests/newsPaths.test.ts'],
  },
  column: {
    heading: 'A column shown on a pass',
    maxFiles: 5,
    tests: ['tests/migrations.test.ts', 'tests/passes/name.test.ts', 'src/data/passCounts.test.ts'],
  },
  gateway: {
    heading: 'A third payment gateway',
    maxFiles: 5,
    tests: ['tests/docs.test.ts', 'tests/server/config.test.ts'],
  },
  language: {
    heading: 'A sixth language',
    maxFiles: 10,
    filled: 'server/db/seed/',
    tests: [
      'contract/locales.test.ts',
      'tests/languages.test.ts',
      'tests/catalogues.test.ts',
      'tests/texts.test.ts',
      'tests/quotedNames.test.ts',
      'tests/newsPaths.test.ts',
      'tests/terms.test.ts',
      'tests/names.test.ts',
      'tests/timezones/client.test.tsx',
      'src/i18n/format.test.ts',
      'src/routes/-shared/formFields.test.tsx',
    ],
  },
} as const satisfies Record<string, Recipe>

export type RecipeName = keyof typeof RECIPES

export const isRecipeName = (name: string): name is RecipeName => Object.hasOwn(RECIPES, name)

/** Pathspecs of git that exclude what tools write, which is never part of a patch. */
export const GENERATED = [':!*.gen.ts', ':!server/db/migrations', ':!locales/*.po']
const IS_GENERATED = /\.gen\.ts$|^server\/db\/migrations\/|^locales\/\w+\.po$/

/** The recipes that have a patch. */
export const patchNames = (): RecipeName[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .map((file) => file.replace(/\.patch$/, ''))
        .filter(isRecipeName)
        .toSorted()
    : []

export const patchPath = (name: RecipeName): string => join(FOLDER, `${name}.patch`)

/** Returns the files of a patch, sorted: those that people edit. Throws for a file that a tool writes. */
export const filesOf = (name: RecipeName): string[] => {
  const { filled }: Recipe = RECIPES[name]
  const files = [...readFileSync(patchPath(name), 'utf8').matchAll(/^diff --git a\/(\S+) b\/\S+$/gm)].map(
    ([, file = '']) => file,
  )
  const written = files.filter((file) => IS_GENERATED.test(file) || (filled && file.startsWith(filled)))
  if (written.length > 0) throw new Error(`${name}.patch must not contain what a tool writes: ${written.join(', ')}`)
  return files.toSorted()
}

/**
 * Throws unless the patch applies to the tree. Git looks for no repository above `ROOT`, so the check works without
 * history too.
 */
export const checkApplies = (name: RecipeName): void => {
  try {
    execFileSync('git', ['apply', '--check', patchPath(name)], {
      cwd: ROOT,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(ROOT) },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`docs/recipes/${name}.patch does not apply to this tree. ${remake(name)}\n${stderr ?? ''}`, {
      cause: error,
    })
  }
}

/** Says how to make a patch anew. */
export const remake = (name: RecipeName): string =>
  `Make it anew: \`npm run recipes -- --open ${name}\` copies the tree and applies what still applies (rejected hunks lie in *.rej); edit there, then run \`npm run recipes -- --save ${name}\`.`
