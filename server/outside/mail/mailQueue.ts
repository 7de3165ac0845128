import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Deps, Loop } from '#server/deps.ts'
import { hashForLog } from '#server/http/logLine.ts'
import { Refusal } from '#server/http/refusal.ts'
import { externalJob, runJobs, type LeasedJob } from '#server/modules/job/service.ts'
import { attachmentsOf } from './attachments.ts'
import { isLetterId, writeLetter, type LetterId } from './letters.ts'
import type { Mail } from './mail.ts'
import * as store from './store.ts'
import { MailRefused, openTransport, replyOf, type Transport } from './transport.ts'

const BACKOFF_MAX_MS = 5 * MINUTE_MS
/** The tries of about a day at `BACKOFF_MAX_MS`. */
const FIRST_DAY_TRIES = DAY_MS / BACKOFF_MAX_MS
/** A refusal that lasts for a day waits for a person: tries at the first pace would count against the sender's name. */
const backoffMaxMs = (tries: number): number => (tries > FIRST_DAY_TRIES ? HOUR_MS : BACKOFF_MAX_MS)

/**
 * Makes the values of a letter that was queued without any, at the time it is sent: so the call that queues it takes as
 * long for a mailbox without an account as for one with it. Resolves to null when the mailbox has no account.
 */
export type Prepare = (letter: LetterId, to: string) => Promise<Record<string, string> | null>

interface Parts extends Pick<Deps, 'db' | 'clock' | 'log' | 'keys'> {
  config: Config
  /** A process without it leaves such letters to another one. */
  prepare?: Prepare
}

/** Whether an address has an IP address as domain: sign-up accepts the form, but no mail is sent there. */
const isNumeric = (address: string): boolean => address.endsWith(']')

const PREPARED = new Set<LetterId>(['temporaryPassword'])
const isEmpty = (values: object): boolean => Object.keys(values).length === 0

/** Sends a mail, or decides that it is not sent. Throws when it has to be tried again. */
const handOver = async (
  { clock, config, log, keys, prepare }: Parts,
  transport: Transport,
  { content, tries }: { content: store.Content; tries: number },
): Promise<void> => {
  const { key, to, letter: id, locale, writtenAt, until } = content
  if (until < clock() || !isLetterId(id) || isNumeric(to)) {
    log.warn({ letter: id, tries }, 'a mail was not worth sending any more')
    return
  }
  const values = PREPARED.has(id) && isEmpty(content.values) ? await prepare?.(id, to) : content.values
  if (values === undefined) throw new Error('another process prepares this letter')
  if (values === null) return
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32)
  const letter = writeLetter(id, locale, values, config.publicUrl)
  const attachments = await attachmentsOf(id, { locale, values, writtenAt }).catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    // The letter has the facts of the receipt too: better it alone than neither.
    log.error({ letter: id, type: Object(error).name }, 'a receipt could not be drawn')
    return []
  })
  await transport
    .send({ ...letter, attachments, to, messageId: `<${hash}@harbor-pass>`, writtenAt })
    .catch((error: unknown) => {
      if (error instanceof MailRefused) {
        log.warn({ letter: id, tries, reply: error.reply }, 'a mail has a recipient that does not exist')
        return
      }
      const answer = replyOf(error)
      const account = hashForLog(keys, 'account', to.toLowerCase())
      if (answer)
        log.warn({ letter: id, tries, ...answer, account }, 'a mail server refused a mail, which is tried again')
      throw error
    })
}

/**
 * Creates the mail queue on a transport. It runs the jobs of its kind itself, because its transport is opened and closed
 * with it.
 */
export const createMailQueue = (deps: Parts, transport: Transport = openTransport(deps.config)): Mail => {
  const stop = new AbortController()
  let hasNewRequest = false
  let running: Promise<void> | undefined

  const send = async (_: unknown, { args, tries }: LeasedJob): Promise<void> => {
    const content = await store.findContent(deps.db, String(args.key))
    if (!content) return // The process died after the mail was sent.
    await handOver(deps, transport, { content, tries })
    await store.deleteContent(deps.db, content.key)
  }
  const kind = externalJob(store.MAIL_JOB, send, backoffMaxMs)
  const turn = async (): Promise<void> => {
    do {
      hasNewRequest = false
      await runJobs(deps, [kind], stop.signal)
    } while (hasNewRequest && !stop.signal.aborted)
  }
  const deliver = (): Promise<void> => {
    if (stop.signal.aborted) return Promise.resolve()
    hasNewRequest = true
    running ??= turn().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    withdraw: (to, tx) => store.deleteContentTo(tx, to),
    send: ({ id, ...letter }, tx) => {
      // One at a time: of two temporary passwords to one mailbox, that of the newer mail must be the newer one.
      const lane = PREPARED.has(id) ? id : undefined
      return store.insertMail(tx, { ...letter, letter: id, writtenAt: deps.clock() }, lane)
    },
    deliver,
    wake: () => {
      deliver().catch((error: unknown) => deps.log.error({ err: error }, 'mail could not be looked through'))
    },
    close: async () => {
      stop.abort()
      await running?.catch(() => undefined)
      transport.close()
    },
  }
}

/** Sends due mails every 5 s; `wake()` only makes the first attempt prompt. */
export const mailLoop: Loop = { name: 'mail', everyMs: 5_000, run: ({ mail }) => mail.deliver() }
