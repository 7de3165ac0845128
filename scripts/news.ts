import { callServer, runCommand, OperatorError, timeOf } from './operator.ts'
import { readTextFile } from './readFile.ts'

/**
 * Offers to the members who have agreed to news and offers. The server must be running.
 * `npm run news:show -- <file.json>` (sends nothing: texts and number of recipients; docs/operations.md has the file) ·
 * `npm run news:send -- <file.json>` · `npm run news:stop -- <campaign>` · `npm run news:list`
 */

interface Preview {
  recipients: number
  /** When pushes begin; null: at once. */
  pushesFrom: number | null
  texts: { locale: string; title: string; content: string }[]
}
interface Listed {
  campaign: string
  title: string
  startedAt: number
  sent: number
  endedAt: number | null
  stoppedAt: number | null
}

const fileOf = (path: string | undefined): string => {
  if (!path) throw new OperatorError('Which file? npm run news:show -- <file.json>')
  return readTextFile(path)
}

const pushText = (pushesFrom: number | null): string =>
  pushesFrom === null ? 'Pushes are sent at once.' : `Pushes wait until ${timeOf(pushesFrom)}.`

const stateOf = ({ endedAt, stoppedAt }: Listed): string => {
  if (stoppedAt !== null) return `stopped ${timeOf(stoppedAt)}`
  return endedAt === null ? 'being sent' : `sent ${timeOf(endedAt)}`
}

await runCommand({
  list: async () => {
    const { campaigns } = await callServer<{ campaigns: Listed[] }>('GET', '/offers')
    const lines = campaigns.map((each) =>
      [each.campaign, timeOf(each.startedAt), `${each.sent} entries`, stateOf(each), each.title].join('  '),
    )
    return lines.join('\n') || 'No offers were sent.'
  },
  show: async (path) => {
    const { recipients, pushesFrom, texts } = await callServer<Preview>('POST', '/offers/preview', fileOf(path))
    return [
      ...texts.flatMap(({ locale, title, content }) => [`${locale}  ${title}`, `    ${content}`]),
      `${recipients} members have agreed to offers. ${pushText(pushesFrom)} Nothing was sent.`,
    ].join('\n')
  },
  send: async (path) => {
    const sending = await callServer<Omit<Preview, 'texts'> & { campaign: string }>('POST', '/offers', fileOf(path))
    return `${sending.campaign} is being sent to ${sending.recipients} members. ${pushText(sending.pushesFrom)} npm run news:stop -- ${sending.campaign} stops it.`
  },
  stop: async (campaign) => {
    if (!campaign) throw new OperatorError('Which one? npm run news:list names them.')
    await callServer('POST', `/offers/${encodeURIComponent(campaign)}/stop`)
    return `${campaign} is stopped: no more entries and pushes. Entries that are written stay.`
  },
})
