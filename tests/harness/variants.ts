import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A text of a source file, and the faulty text that replaces it. */
type PlantedFault = readonly [file: string, right: string, wrong: string]

/** Outboxes with a known mistake, each of which the model must notice; `none` is the unchanged outbox. */
export const VARIANTS = {
  none: [],
  dequeueFirst: [['outbox/drain.ts', 'await outbox.put(tried)', 'await outbox.delete(current.seq as number)']],
  anyAnswerIsDone: [
    [
      'outbox/retry.ts',
      "if (failure.kind === 'transport') {",
      "if (failure.kind === 'transport' && failure.reached) return { is: 'done', data: null }\n  if (failure.kind === 'transport') {",
    ],
    [
      'outbox/drain.ts',
      'await command.apply(db, outcome.data',
      'if (outcome.data) await command.apply(db, outcome.data',
    ],
  ],
  wallClockOrder: [
    [
      'outbox/outbox.ts',
      'enqueue(home, command, args, deps.now(), id)',
      'enqueue(home, command, args, platform.wall(), id)',
    ],
    [
      'outbox/drain.ts',
      "await home.db.outbox.orderBy('seq').toArray()",
      '(await home.db.outbox.toArray()).toSorted((a, b) => a.writtenAt - b.writtenAt)',
    ],
  ],
  attemptedCoalesced: [['outbox/enqueue.ts', 'coalesce(earlier, args)', 'coalesce({ ...earlier, attempts: 0 }, args)']],
  refusedDeleted: [
    [
      'outbox/drain.ts',
      '} else await outbox.put({ ...current, triedAt: null, refused: { code: outcome.code, at: deps.now() } })',
      '} else await outbox.delete(seq)',
    ],
  ],
  sentUnderNewLogin: [
    [
      'db/names.ts',
      'export const memberDbName = (memberId: string): string =>',
      "export const memberDbName = (memberId: string): string => memberId && 'hp-all'\nexport const unused = (memberId: string): string =>",
    ],
    ['outbox/drain.ts', 'row.owner === home.owner && ', ''],
    ['outbox/drain.ts', 'current.owner !== home.owner || ', ''],
    ['outbox/commands/favouriteSet.ts', '{ key: id, owner }', '{ key: owner && id }'],
  ],
  oneLaneBlocksAll: [
    [
      'outbox/retry.ts',
      'const lanes = new Set<string>()',
      'const lanes = new Set<string>()\n  if (rows[0] && isSettled(rows[0])) return []',
    ],
  ],
} as const satisfies Record<string, readonly PlantedFault[]>
export type Variant = keyof typeof VARIANTS

const NAMED = /[?&]variant=(\w+)/
const OURS = /\/src\/(?:sync|db|api)\//

/**
 * Vite plugin: `import('#sync/clientRuntime.ts?variant=dequeueFirst')` loads the runtime with that mistake, beside the
 * original.
 */
export const variants = (): Plugin => ({
  name: 'variants',
  enforce: 'pre',
  async resolveId(source, importer) {
    const name = (NAMED.exec(source) ?? NAMED.exec(importer ?? ''))?.[1]
    if (name === undefined) return null
    const bare = (path: string | undefined) => path?.replace(/\?.*$/, '')
    const resolved = await this.resolve(bare(source) ?? source, bare(importer), { skipSelf: true })
    return resolved && OURS.test(resolved.id) ? `${resolved.id}?variant=${name}` : resolved
  },
  load(id) {
    const name = NAMED.exec(id)?.[1]
    const path = id.replace(/\?.*$/, '')
    if (name === undefined || !OURS.test(path)) return null
    let code = readFileSync(path, 'utf8')
    for (const [file, right, wrong] of VARIANTS[name as Variant] as readonly PlantedFault[]) {
      if (!path.endsWith(`/${file}`)) continue
      if (code.split(right).length !== 2) throw new Error(`${name}: “${right}” no longer stands in ${file}`)
      code = code.replace(right, () => wrong)
    }
    return code
  },
})
