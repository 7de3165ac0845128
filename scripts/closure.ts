import { callServer, runCommand, OperatorError, singleLine, timeOf } from './operator.ts'

/**
 * Days on which a place is closed. The server must be running; `<id>` is that of an option or of goods with all their
 * options, and days are written `2026-12-01`.
 * `npm run closure:show -- <id> <first day> <last day>` (changes nothing: what a closure would refund) ·
 * `closure:close` (nobody can reserve these days; reservations stay) ·
 * `closure:refund -- <id> <first day> <last day> <count>` (closes, cancels and refunds as many as `show` counts) ·
 * `closure:open` (the days can be reserved again)
 */

interface Affected {
  rsvtNumber: string
  state: string
  startsAt: number
  goodsCnt: number
  guestName: string
  guestEmail: string
  fate: 'refund' | 'paying' | 'begun'
  amount: number
}
interface Shown {
  reservations: Affected[]
}

const FATES: Record<Affected['fate'], string> = {
  refund: 'to be refunded',
  paying: 'held or being paid: show it again in ten minutes',
  begun: 'used or begun: settle it with the guest',
}

const USAGE = '<id> <first day> <last day>, for example 2026-12-24 2026-12-26'
const call = <T>(method: string, named: (string | undefined)[], word = '', body?: string): Promise<T> => {
  if (named.length < 3 || named.some((each) => !each)) throw new OperatorError(`Which days? ${USAGE}`)
  const path = named.map((each) => encodeURIComponent(each ?? '')).join('/')
  return callServer<T>(method, `/closures/${path}${word && `/${word}`}`, body)
}

const lineOf = ({ rsvtNumber, startsAt, goodsCnt, guestName, guestEmail, fate, amount }: Affected) =>
  `${rsvtNumber}  ${timeOf(startsAt)}  ${goodsCnt} ×  ${singleLine(guestName)} <${guestEmail}>  ${fate === 'refund' ? `${amount} won ` : ''}${FATES[fate]}`

const report = ({ reservations }: Shown): string => {
  const due = reservations.filter(({ fate }) => fate === 'refund')
  const sum = due.reduce((total, { amount }) => total + amount, 0)
  return [
    ...reservations.map(lineOf),
    `${due.length} to be refunded, ${sum} won in all.`,
    ...(due.length > 0
      ? [`Refund them with: npm run closure:refund -- <id> <first day> <last day> ${due.length}`]
      : []),
  ].join('\n')
}

await runCommand({
  show: async (id, first, last) => report(await call<Shown>('GET', [id, first, last])),
  close: async (id, first, last) =>
    `Closed: nobody can reserve these days.\n${report(await call<Shown>('POST', [id, first, last], 'close'))}`,
  open: async (id, first, last) => {
    await call<Shown>('POST', [id, first, last], 'open')
    return 'Open: these days can be reserved again.'
  },
  refund: async (id, first, last, count) => {
    if (!count || !/^\d+$/.test(count))
      throw new OperatorError(`How many? ${USAGE}, and the number that closure:show gives`)
    const { refunded, ...remaining } = await call<Shown & { refunded: Affected[] }>(
      'POST',
      [id, first, last],
      'refund',
      count,
    )
    const lines = refunded.map(({ rsvtNumber, amount }) => `${rsvtNumber}  ${amount} won`)
    return [`Cancelled, and the money is on its way back: ${refunded.length}.`, ...lines, report(remaining)].join('\n')
  },
})
