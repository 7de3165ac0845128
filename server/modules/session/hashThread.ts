/** Runs in a thread of its own: a hash takes some 20 ms of a processor. */
import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { hashSync, verifySync, type Options } from '@node-rs/argon2'

/** A thread that only has the lowest priority runs on for its 3 ms when another wakes; one that is idle steps aside. */
try {
  const [, , thread = ''] = readlinkSync('/proc/thread-self').split('/')
  execFileSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' })
} catch {
  // No Linux, or none of its tools: the priority has to do.
}

export type HashWork = { password: string; phc: string } | { password: string; cost: Options }

/** The PHC string of a password, or whether it fits one. */
export const work = (asked: HashWork): string | boolean =>
  'phc' in asked ? verifySync(asked.phc, asked.password) : hashSync(asked.password, asked.cost)
