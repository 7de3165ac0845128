import { DEFAULT_LOCALE } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { databaseJob, type JobKind, type LeasedJob } from '#server/modules/job/service.ts'
import { LETTER_JOB, readNewsLetter } from '#server/modules/news/service.ts'
import { localeAt } from '#server/modules/session/service.ts'
import { MAIL_WORTH_MS } from '#server/outside/mail/mail.ts'
import * as store from './store.ts'

/** Mails that repeat entries of the news feed, for members who do not open it. */

/**
 * Mails a news entry in the language of the last sign-in or change of language before it: the sign-in that it reports
 * may be a stranger's. What happens in the sign-up has none before it, and is mailed in the language of the sign-up.
 */
const write = async (tx: Tx, { args }: LeasedJob, { mail }: Pick<Deps, 'mail'>): Promise<void> => {
  const newsId = String(args.newsId)
  const entry = await readNewsLetter(tx, newsId)
  const member = entry && (await store.findById(tx, entry.memberId))
  if (!entry || !member) return
  const { at, letter: id } = entry
  // Members who have not signed in since releases that stored no language of a member have that of an order, if any.
  const locale = (await localeAt(tx, member.id, at)) ?? (await store.localeOfLastOrder(tx, member.id)) ?? DEFAULT_LOCALE
  const until = at + MAIL_WORTH_MS
  await mail.send({ to: member.email, locale, id, values: entry.in(locale), key: `news:${newsId}`, until }, tx)
}

export const JOB_KINDS: readonly JobKind[] = [databaseJob(LETTER_JOB, write)]
