import { LOCALES, type Locale } from '#contract/locales.ts'
import { SECOND_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { databaseJob, schedule, type JobKind } from '#server/modules/job/service.ts'
import { formatValues, translate } from '#server/texts.ts'
import * as store from './campaign.store.ts'
import { quietUntil } from './quietHours.ts'

/**
 * Campaigns: offers to the members who have agreed to them (decision 0354).
 *
 *     start → sending ─ last page written ─→ ended
 *                └── stop: no more entries ──────┴── stop: no more pushes ──→ stopped
 */

const CAMPAIGN_JOB = 'news-campaign'
/** Members of one run of the job, in one transaction. Runs are a second apart, so that other jobs have their turn. */
export const CAMPAIGN_PAGE = 200

/** What an operator sends. */
export type Offer = Pick<store.Campaign, 'campaign' | 'title' | 'content' | 'path' | 'contact'>
type Texts = Pick<Offer, 'title' | 'content' | 'contact'>

/** Returns an offer's title and content in one language, with the marks that the law wants. */
export const presentOffer = (
  { title, content, contact }: Texts,
  locale: Locale,
): { title: string; content: string } => {
  const values = formatValues({ title, content, contact }, locale)
  return {
    title: translate(locale, 'news.offer.title', values),
    content: translate(locale, 'news.offer.content', values),
  }
}

const refuseTwice = (campaign: string): CommandRefused =>
  new CommandRefused('E_EXISTS', `The campaign "${campaign}" was sent before. Another one needs another id.`)

/** Returns what a campaign would do, and changes nothing. Throws `CommandRefused` `E_EXISTS` for one that was sent. */
export const previewCampaign = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, offer: Offer) => {
  if ((await store.campaignsOf(db, [offer.campaign])).size > 0) throw refuseTwice(offer.campaign)
  return {
    recipients: await store.countConsenting(db),
    pushesFrom: quietUntil(clock()),
    texts: LOCALES.map((locale) => ({ locale, ...presentOffer(offer, locale) })),
  }
}

type Changing = Pick<Deps, 'db' | 'clock' | 'log'>

/** Starts a campaign; a job sends it in pages. Throws `CommandRefused` `E_EXISTS` for one that was sent. */
export const startCampaign = async ({ db, clock, log }: Changing, offer: Offer, operator: string): Promise<void> => {
  const { campaign } = offer
  await db.transaction(async (tx) => {
    const now = clock()
    const row = { ...offer, startedAt: now, reached: null, sent: 0, endedAt: null, stoppedAt: null }
    if (!(await store.insertCampaign(tx, row))) throw refuseTwice(campaign)
    await schedule(tx, {
      kind: CAMPAIGN_JOB,
      key: `${CAMPAIGN_JOB}:${campaign}`,
      dueAt: now,
      waitsSince: now,
      args: { campaign },
    })
    await noteOperatorChange(tx, { at: now, operator, target: campaign, field: 'offer', after: offer })
  })
  log.info({ operator, target: campaign, change: 'send' }, 'an operator sends offers')
}

/**
 * Stops a campaign: entries that are written stay, nothing more is written or pushed. Throws `CommandRefused`:
 * `E_NOT_FOUND`, `E_OVER` for one that was stopped.
 */
export const stopCampaign = async (
  { db, clock, log }: Changing,
  { campaign, operator }: { campaign: string; operator: string },
): Promise<void> => {
  await db.transaction(async (tx) => {
    const now = clock()
    if (!(await store.stopCampaign(tx, campaign, now)))
      throw (await store.campaignsOf(tx, [campaign])).size > 0
        ? new CommandRefused('E_OVER', `The campaign "${campaign}" is stopped already.`)
        : new CommandRefused('E_NOT_FOUND', `There is no campaign "${campaign}". npm run news:list names them.`)
    const after = { stoppedAt: now }
    await noteOperatorChange(tx, { at: now, operator, target: campaign, field: 'offer', after })
  })
  log.info({ operator, target: campaign, change: 'stop' }, 'an operator stops offers')
}

/** Returns all campaigns for the operator's terminal, newest first. */
export const listCampaigns = async (db: Database) => ({
  campaigns: (await store.allCampaigns(db)).map(({ campaign, title, startedAt, sent, endedAt, stoppedAt }) => ({
    campaign,
    title: title.en,
    startedAt,
    sent,
    endedAt,
    stoppedAt,
  })),
})

/** Returns whether an entry of a campaign may be pushed to this member: nobody has stopped it, and the consent lasts. */
export const mayPush = async (db: Database | Tx, offer: store.Campaign, memberId: string): Promise<boolean> =>
  offer.stoppedAt === null && (await store.isConsenting(db, memberId))

/** Sends the next page of a campaign; returns when the next one is due, undefined after the last one. */
const sendPage = async (tx: Tx, campaign: string, now: number): Promise<number | undefined> => {
  const sending = await store.lockSending(tx, campaign)
  if (!sending) return undefined
  const memberIds = await store.lockConsenting(tx, {
    after: sending.reached,
    agreedBy: sending.startedAt,
    limit: CAMPAIGN_PAGE,
  })
  const newsIds = await store.insertOffers(tx, campaign, memberIds, now)
  const opensAt = quietUntil(now)
  // After a night the pages are pushed as far apart as by day: all at once they would delay other pushes.
  const dueAt = opensAt === null ? now : opensAt + Math.floor(sending.sent / CAMPAIGN_PAGE) * SECOND_MS
  await store.schedulePushes(tx, newsIds, { now, dueAt })
  const isLast = memberIds.length < CAMPAIGN_PAGE
  await store.recordPage(tx, {
    campaign,
    reached: memberIds.at(-1) ?? sending.reached,
    sent: sending.sent + newsIds.length,
    endedAt: isLast ? now : null,
  })
  return isLast ? undefined : now
}

/** Sends a page of a campaign in one transaction, and plans the next one until all members who take offers are reached. */
export const campaignJob: JobKind = databaseJob(CAMPAIGN_JOB, (tx, { args }, { clock }) =>
  sendPage(tx, String(args.campaign), clock()),
)
