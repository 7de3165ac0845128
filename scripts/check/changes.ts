import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const git = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 64 * 2 ** 20 })
  return stdout.split('\n').filter((line) => line !== '')
}

/**
 * Returns the commit that a change is compared with: where the branch left `main`. On `main` itself, or without a
 * branch of that name, that is the present commit: the change is what is not committed.
 */
export const baseOfChange = async (): Promise<string> => {
  const [base] = await git('merge-base', 'HEAD', 'main').catch(() => git('rev-parse', 'HEAD'))
  return base ?? 'HEAD'
}

/** Returns the files that differ from `base`, committed or not, without deleted ones. */
export const changedSince = async (base: string): Promise<string[]> => {
  const [tracked, untracked] = await Promise.all([
    git('diff', '--name-only', '--no-renames', '--diff-filter=d', base, '--'),
    git('ls-files', '--others', '--exclude-standard'),
  ])
  return [...new Set([...tracked, ...untracked])].toSorted()
}
