import { createHash } from 'node:crypto'
import { KINDS, mutationSitesOf, applyMutation, type MutationSite } from './places.ts'

/** A source file with one planted fault. */
export interface Mutant {
  file: string
  line: number
  kind: MutationSite['kind']
  /** The line before and after. */
  before: string
  after: string
  /** The whole file, with the mutant. */
  code: string
}

/** Returns a generator of numbers in [0, 1) that depends on the seed only. */
export const randomOf = (seed: string): (() => number) => {
  let round = 0
  return () => {
    round += 1
    return createHash('sha256').update(`${seed}/${round}`).digest().readUInt32BE(0) / 2 ** 32
  }
}

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)]

const lineOf = (code: string, at: number): number => code.slice(0, at).split('\n').length

/**
 * Draws `count` mutants. Groups and kinds alternate; `seed` determines file and place. Draws again when a mutant does
 * not parse.
 * @param groups files of each part of the product: text by path
 */
export const drawMutants = (
  groups: readonly ReadonlyMap<string, string>[],
  { seed, count }: { seed: string; count: number },
): Mutant[] => {
  const random = randomOf(seed)
  const drawn = new Map<string, Mutant>()
  for (let round = 0; drawn.size < count && round < count * 200; round += 1) {
    const group = groups[drawn.size % groups.length]
    const kind = KINDS[Math.floor(drawn.size / groups.length) % KINDS.length]
    const [file, code] = pick([...(group ?? [])], random) ?? []
    if (file === undefined || code === undefined) continue
    const place = pick(
      mutationSitesOf(code, file).filter((one) => one.kind === kind),
      random,
    )
    if (!place) continue
    const mutated = applyMutation(code, place)
    try {
      mutationSitesOf(mutated, file)
    } catch {
      continue
    }
    const line = lineOf(code, place.start)
    const lines = (text: string) => (text.split('\n')[line - 1] ?? '').trim()
    const key = `${file}:${place.start}:${kind}`
    if (!drawn.has(key))
      drawn.set(key, { file, line, kind: place.kind, before: lines(code), after: lines(mutated), code: mutated })
  }
  return [...drawn.values()]
}
