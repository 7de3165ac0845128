/** Runs in a worker thread: a hash takes some 20 ms of processor time, and so does the estimate of a long password. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2'

/** A password to check against a PHC string, or a new one to hash; `own`: words of its member. */
export type HashWork = { password: string; phc: string } | { password: string; own: readonly string[]; cost: Options }

/** Normalises a password: keyboards encode the same characters differently. */
const spelled = (password: string): string => password.normalize('NFC')

/**
 * Runs one task of the pool. To verify: resolves whether a password matches its PHC string. To hash: resolves to the
 * PHC string of a new password, or null when that is easy to guess.
 */
export const work = async (task: HashWork): Promise<string | boolean | null> => {
  if ('phc' in task) return verifySync(task.phc, spelled(task.password))
  // Loaded with the first new password: threads that only check sign-ins never load the dictionary.
  const { estimateStrength } = await import('#contract/rules/passwordStrength.ts')
  return estimateStrength(task.password, task.own) === 'error' ? null : hashSync(spelled(task.password), task.cost)
}
