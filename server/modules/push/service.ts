import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod/mini'
import type { pushState, subscribe as subscribeCall } from '#contract/calls/push.ts'
import type { Locale } from '#contract/locales.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller } from '#server/http/serve.ts'
import { databaseJob, externalJob, recurringJob, schedule, type JobKind } from '#server/modules/job/service.ts'
import { PUSH_JOB, readNews } from '#server/modules/news/service.ts'
import { PushFailed, type Push } from '#server/outside/push/push.ts'
import * as store from './store.ts'

/** Subscriptions of one member; a further one replaces the oldest. */
const PHONES_MAX = 20
const SEND_JOB = 'push-send'

type State = z.output<typeof pushState>

/** Returns the key to subscribe with, and whether pushes are on. */
export const stateOf = async (db: Database | Tx, push: Push, memberId: string): Promise<State> => ({
  publicKey: push.publicKey,
  pushYn: (await store.hasPushesOn(db, memberId)) ? 'Y' : 'N',
})

/**
 * Subscribes a phone to the member's pushes. Throws `E_INPUT` for an endpoint that we do not send to, and for another
 * member's endpoint unless both keys match.
 */
export const subscribe = async (
  tx: Tx,
  { push, clock }: Pick<Deps, 'push' | 'clock'>,
  { endpoint, keys }: z.output<typeof subscribeCall.body>,
  { memberId, sessionId, locale }: Caller & { locale: Locale },
): Promise<State> => {
  const p256dh = keys.p256dh.replaceAll('=', '')
  const auth = keys.auth.replaceAll('=', '')
  const row = { id: uuidv7(), memberId, sessionId, endpoint, p256dh, auth, locale, subscribedAt: clock() }
  if (!push.accepts({ endpoint, p256dh, auth }) || !(await store.put(tx, row)))
    throw new Refusal('E_INPUT', { fields: [{ field: 'body.endpoint', reason: 'value' }] })
  await store.keepNewest(tx, memberId, PHONES_MAX)
  return stateOf(tx, push, memberId)
}

/** Deletes the member's subscription of this endpoint; no-op without one. */
export const unsubscribe = (tx: Tx, memberId: string, endpoint: string): Promise<void> =>
  store.removeEndpoint(tx, memberId, endpoint)

/** Turns all pushes of a member on or off. `on` is the desired state, so a repeated call changes nothing. */
export const turn = async (
  tx: Tx,
  { push, clock }: Pick<Deps, 'push' | 'clock'>,
  memberId: string,
  on: boolean,
): Promise<State> => {
  await store.turn(tx, memberId, on, clock())
  return stateOf(tx, push, memberId)
}

/** One lane for each member: a slow push service delays that member's messages only. */
const laneOf = (memberId: string): string => createHash('sha256').update(memberId).digest('base64url').slice(0, 16)

const send = async (
  { db, push, clock, log }: Deps,
  { newsId, subscriptionId }: { newsId: string; subscriptionId: string },
): Promise<number | undefined> => {
  const news = await readNews(db, newsId, clock())
  if (!news || clock() >= news.until || !(await store.hasPushesOn(db, news.memberId))) return undefined
  if (news.waitsUntil !== null) return news.waitsUntil
  const phone = await store.find(db, subscriptionId, news.memberId, clock())
  const texts = phone && news.in(phone.locale)
  if (!texts) return undefined
  const { title, content, path } = texts
  const payload = JSON.stringify({ memberId: news.memberId, title, body: content, path: path ?? '/', tag: newsId })
  try {
    const outcome = await push.send(phone, { payload, id: newsId, ttl: (news.until - clock()) / 1000 })
    if (outcome === 'gone') await store.removeGone(db, phone)
    if (outcome === 'refused') log.warn({ job: SEND_JOB }, 'a push service refused a message')
    return undefined
  } catch (error) {
    // The service names the time to retry, which overrides our backoff.
    if (error instanceof PushFailed && error.retryAfterMs > 0) return clock() + error.retryAfterMs
    throw error
  }
}

export const JOB_KINDS: readonly JobKind[] = [
  // One entry becomes one job for each phone, so that each phone is sent to once and retried separately.
  databaseJob(PUSH_JOB, async (tx, { args }, { clock }) => {
    const newsId = String(args.newsId)
    const news = await readNews(tx, newsId, clock())
    if (!news || clock() >= news.until) return undefined
    if (news.waitsUntil !== null) return news.waitsUntil
    // Most members have no subscribed phone.
    const now = clock()
    const phones = await store.idsOf(tx, news.memberId, now)
    if (phones.length === 0 || !(await store.hasPushesOn(tx, news.memberId))) return undefined
    const lane = laneOf(news.memberId)
    const jobs = phones.map((subscriptionId) => ({
      kind: SEND_JOB,
      key: `${SEND_JOB}:${newsId}:${subscriptionId}`,
      dueAt: now,
      waitsSince: now,
      args: { newsId, subscriptionId, lane },
    }))
    await schedule(tx, ...jobs)
    return undefined
  }),

  externalJob(SEND_JOB, (deps, { args }) =>
    send(deps, { newsId: String(args.newsId), subscriptionId: String(args.subscriptionId) }),
  ),

  recurringJob('push-forget', HOUR_MS, ({ db, clock }) => store.deleteSignedOut(db, clock())),
]
