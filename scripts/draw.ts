import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'

/** Seed of what a run draws: another one with each commit. `DRAW` sets it, to repeat a run. */
const seed = (): string =>
  process.env.DRAW ?? execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim().slice(0, 8)

/** Returns a number from 0 to 255 that depends on the seed and the name only. */
export const drawnByte = (name: string): number => createHash('sha256').update(`${seed()} ${name}`).digest()[0] ?? 0
