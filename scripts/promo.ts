import { callServer, runCommand, OperatorError, timeOf } from './operator.ts'

/**
 * Promotion codes. The server must be running.
 * `npm run promo:list` · `npm run promo:set -- <code> percent 10 from 2026-12-01 until 2026-12-31 uses 500 perMember 1`
 * (creates or changes a code; `none` removes `until`, `uses` and `perMember`) · `npm run promo:set -- <code> end`
 */

interface Promo {
  code: string
  percent: number
  startsAt: number
  endsAt: number | null
  usesMax: number | null
  memberUsesMax: number | null
  sample: boolean
}

const USAGE =
  'npm run promo:set -- <code> percent 10 from 2026-12-01 until 2026-12-31|none uses 500|none perMember 1|none, or <code> end'

const lineOf = ({ code, percent, startsAt, endsAt, usesMax, memberUsesMax, sample }: Promo): string =>
  [
    code,
    `${percent}%`,
    startsAt > 0 ? `from ${timeOf(startsAt)}` : '',
    endsAt === null ? '' : `until ${timeOf(endsAt)}`,
    usesMax === null ? 'any number of orders' : `${usesMax} orders`,
    memberUsesMax === null ? '' : `${memberUsesMax} of a member`,
    sample ? 'sample' : '',
  ]
    .filter(Boolean)
    .join('  ')

const valueOf = (field: string, value: string): string | number | null => {
  if (value === 'none') return null
  return field !== 'from' && field !== 'until' && /^\d{1,7}$/.test(value) ? Number(value) : value
}

const changesOf = (named: string[]): Record<string, string | number | boolean | null> => {
  if (named.length === 1 && named[0] === 'end') return { end: true }
  if (named.length === 0 || named.length % 2 === 1) throw new OperatorError(`Which? ${USAGE}`)
  return Object.fromEntries(
    named.flatMap((field, nth) => (nth % 2 === 0 ? [[field, valueOf(field, named[nth + 1] ?? '')]] : [])),
  )
}

await runCommand({
  list: async () => {
    const { promos } = await callServer<{ promos: (Promo & { uses: number })[] }>('GET', '/promos')
    return promos.map((promo) => `${lineOf(promo)}  ${promo.uses} used`).join('\n') || 'There are no promotion codes.'
  },
  set: async (code, ...named) => {
    if (!code) throw new OperatorError(`Which? ${USAGE}`)
    const body = JSON.stringify(changesOf(named.filter((word) => word !== undefined)))
    return lineOf(await callServer<Promo>('POST', `/promos/${encodeURIComponent(code)}`, body))
  },
})
