/** Runs in a thread of its own: a hash takes some 20 ms of a processor, an estimate of a long password as much. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2'

/** A password to check against a PHC string, or a new one to hash; `own`: words of its member. */
export type HashWork = { password: string; phc: string } | { password: string; own: readonly string[]; cost: Options }

/** The same password typed on another keyboard is the same. */
const spelled = (password: string): string => password.normalize('NFC')

/** Whether a password fits its PHC string; the PHC string of a new one, or null when it is easy to guess. */
export const work = async (task: HashWork): Promise<string | boolean | null> => {
  if ('phc' in task) return verifySync(task.phc, spelled(task.password))
  // Loaded by the first new password: threads that only sign in do without the dictionary.
  const { estimate } = await import('#contract/rules/passwordStrength.ts')
  return estimate(task.password, task.own) === 'error' ? null : hashSync(spelled(task.password), task.cost)
}
