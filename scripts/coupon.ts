import { callServer, runCommand, OperatorError, timeOf } from './operator.ts'
import { readTextFile } from './readFile.ts'

/**
 * Coupons. The server must be running.
 * `npm run coupon:list` · `npm run coupon:issue -- <issue> <file.json>` (creates an issue; docs/operations.md has the
 * file) · `npm run coupon:issue -- <issue> end` · `npm run coupon:print --silent -- <issue> <count>` (new printed
 * numbers as CSV; with `again` for the count those that nobody has taken, when the answer was lost) · `npm run coupon:give -- <issue> <email>` (gives a coupon to a member)
 */

interface Listed {
  id: string
  name: string
  kind: 'percent' | 'amount'
  value: number
  way: string
  startsAt: number
  endsAt: number | null
  available: number | null
  taken: number
  printed: number
  isSample: boolean
}

const pathOf = (issue: string, word = ''): string => `/coupons/${encodeURIComponent(issue)}${word && `/${word}`}`

const lineOf = ({ id, name, kind, value, way, startsAt, endsAt, available, taken, printed, isSample }: Listed) =>
  [
    id,
    name,
    kind === 'percent' ? `${value}%` : `${value} won`,
    way,
    startsAt > 0 ? `from ${timeOf(startsAt)}` : '',
    endsAt === null ? '' : `until ${timeOf(endsAt)}`,
    `${taken} taken`,
    available === null ? '' : `${available} left`,
    way === 'paper' ? `${printed} printed and not taken` : '',
    isSample ? 'sample' : '',
  ]
    .filter(Boolean)
    .join('  ')

await runCommand({
  list: async () => {
    const { issues } = await callServer<{ issues: Listed[] }>('GET', '/coupons')
    return issues.map(lineOf).join('\n') || 'There are no issues of coupons.'
  },
  issue: async (issue, file) => {
    if (!issue || !file) throw new OperatorError('Which? npm run coupon:issue -- <issue> <file.json, or end>')
    if (file === 'end') {
      await callServer('POST', pathOf(issue, 'end'))
      return `${issue} is over: nobody can take it. Coupons that members have stay valid.`
    }
    await callServer('POST', pathOf(issue, 'issue'), readTextFile(file))
    return `${issue} is created.`
  },
  print: async (issue, count) => {
    if (!issue || !count || !/^(?:again|\d{1,6})$/.test(count))
      throw new OperatorError('Which? npm run coupon:print --silent -- <issue> <count, or again>')
    const { numbers } = await (count === 'again'
      ? callServer<{ numbers: string[] }>('POST', pathOf(issue, 'reprint'))
      : callServer<{ numbers: string[] }>('POST', pathOf(issue, 'numbers'), JSON.stringify({ count: Number(count) })))
    return ['issue,number', ...numbers.map((number) => `${issue},${number}`)].join('\n')
  },
  give: async (issue, email) => {
    if (!issue || !email) throw new OperatorError('Which? npm run coupon:give -- <issue> <email>')
    const { name, number } = await callServer<{ name: string; number: string }>('POST', pathOf(issue), email)
    return `${name}: ${number}`
  },
})
