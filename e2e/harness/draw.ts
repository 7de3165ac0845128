import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'

/**
 * A run tests a tenth of the screens, another tenth with each commit; `LARGE=all` tests all. `DRAW` sets the seed, to
 * repeat a run.
 */
const seed = process.env.DRAW ?? execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim().slice(0, 8)

/** Returns whether this run tests the screen of that name. */
export const isDrawn = (name: string): boolean =>
  process.env.LARGE === 'all' || (createHash('sha256').update(`${seed} ${name}`).digest()[0] ?? 0) % 10 === 0
