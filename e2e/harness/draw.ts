import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'

/** A run walks a tenth of these, another one with each commit; `LARGE=all` walks all. `DRAW` repeats a drawing. */
const seed = process.env.DRAW ?? execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim().slice(0, 8)

/** Whether this run walks the screen of that name: a tenth of them, drawn by commit, or all. */
export const isDrawn = (name: string): boolean =>
  process.env.LARGE === 'all' || (createHash('sha256').update(`${seed} ${name}`).digest()[0] ?? 0) % 10 === 0
