import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a version: `npm run release -- <version>`. Moves what CHANGELOG.md has under “Unreleased” below the version and
 * the date, sets the version in package.json and package-lock.json, commits, and tags the commit. Pushes nothing.
 */

/** A release that cannot be made; the message is printed without a stack trace. */
export class ReleaseError extends Error {
  override name = 'ReleaseError'
}

const UNRELEASED = /^## Unreleased\n+(?<entries>[\s\S]*?)(?=^## |(?![\s\S]))/m
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/

const numbersOf = (version: string): number[] => version.split('.').map(Number)

/** Returns whether `version` is later than `before`; both are three numbers. */
export const isLater = (version: string, before: string): boolean => {
  const [ours, theirs] = [numbersOf(version), numbersOf(before)]
  const at = ours.findIndex((number, index) => number !== theirs[index])
  return at !== -1 && (ours[at] ?? 0) > (theirs[at] ?? 0)
}

/** Moves the entries under “Unreleased” below a version. Throws `ReleaseError` when there are none. */
export const releaseChangelog = (changelog: string, version: string, date: string): string => {
  const entries = UNRELEASED.exec(changelog)?.groups?.entries?.trim()
  if (!entries) throw new ReleaseError('CHANGELOG.md has nothing under “Unreleased”.')
  return (
    changelog.replace(UNRELEASED, () => `## Unreleased\n\n## ${version} – ${date}\n\n${entries}\n\n`).trimEnd() + '\n'
  )
}

/** Sets the version of the package itself, which is the first or, in a lock file, the first two fields of this name. */
const setVersion = (path: string, from: string, to: string, times: number): void => {
  let text = readFileSync(path, 'utf8')
  const field = `"version": "${from}"`
  for (let nth = 0; nth < times; nth += 1) text = text.replace(field, () => `"version": "${to}"`)
  writeFileSync(path, text)
}

/**
 * Makes a version in the repository at `root`; `date` is its day, `YYYY-MM-DD`. Returns the name of the tag. Throws
 * `ReleaseError` for a version that is not later, changes that are not committed, a tag that exists, and an empty
 * changelog; nothing is changed then.
 */
export const release = (root: string, version: string | undefined, date: string): string => {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  if (version === undefined || !VERSION.test(version)) throw new ReleaseError('Which version? npm run release -- 1.2.3')
  const manifest = join(root, 'package.json')
  const { version: before } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  if (!isLater(version, before)) throw new ReleaseError(`${version} is not later than ${before}.`)
  if (git('status', '--porcelain') !== '') throw new ReleaseError('There are changes that are not committed.')
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists.`)
  const changelogPath = join(root, 'CHANGELOG.md')
  const changelog = releaseChangelog(readFileSync(changelogPath, 'utf8'), version, date)

  writeFileSync(changelogPath, changelog)
  setVersion(manifest, before, version, 1)
  setVersion(join(root, 'package-lock.json'), before, version, 2)
  git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json')
  git('commit', '--quiet', '--message', `build(release): ${version}`)
  git('tag', '--annotate', '--message', `Harbor Pass ${version}`, tag)
  return tag
}

if (import.meta.main) {
  try {
    const tag = release(process.cwd(), process.argv[2], new Date().toISOString().slice(0, 10))
    console.log(`${tag} is committed and tagged. Push both: git push --follow-tags`)
  } catch (error) {
    console.error(error instanceof ReleaseError ? error.message : error)
    process.exitCode = 1
  }
}
