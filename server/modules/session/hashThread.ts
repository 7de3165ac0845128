/** Runs in a thread of its own: a hash takes some 20 ms of a processor. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2'

export type HashWork = { password: string; phc: string } | { password: string; cost: Options }

/** The PHC string of a password, or whether it fits one. */
export const work = (asked: HashWork): string | boolean =>
  'phc' in asked ? verifySync(asked.phc, asked.password) : hashSync(asked.password, asked.cost)
