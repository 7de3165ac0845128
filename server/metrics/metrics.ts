import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import type { Database } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AnswerFacts } from '#server/http/logLine.ts'
import { MailRefused, replyOf, type Transport } from '#server/outside/mail/transport.ts'
import { ObjectMissing, type ObjectStore } from '#server/outside/files/objectStore.ts'
import { GatewayRefused, type Gateway } from '#server/outside/payment/gateway.ts'
import { countGates, jobBacklog } from './store.ts'

/** Upper bounds in seconds: the figures of the bench lie between 5 ms and 1 s. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** A gate that has had no contact for so long is silent. */
const SILENT_MS = 24 * HOUR_MS

const EFFECTS = ['prepare', 'confirm', 'get', 'cancel'] as const

/** The metrics of one process, and where they are noted. Labels hold names and outcomes, never ids. */
export const createMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'harbor_calls_total',
    help: 'Answers by call of the contract and by outcome: 200, or the code of the refusal.',
    labelNames: ['call', 'outcome'] as const,
    registers,
  })
  const callSeconds = new Histogram({
    name: 'harbor_call_seconds',
    help: 'Time from the request to its answer, by call.',
    labelNames: ['call'] as const,
    buckets: BUCKETS_S,
    registers,
  })
  const payments = new Counter({
    name: 'harbor_payment_requests_total',
    help: 'Requests to the payment gateway, by what was asked and by outcome: ok, refused, or unknown.',
    labelNames: ['request', 'outcome'] as const,
    registers,
  })
  const objectRequests = new Counter({
    name: 'harbor_object_requests_total',
    help: 'Requests to the object storage, by what was asked and by outcome: ok, missing, damaged, or away.',
    labelNames: ['request', 'outcome'] as const,
    registers,
  })
  const countObject = async <T>(request: 'put' | 'get' | 'delete', work: Promise<T>): Promise<T> => {
    try {
      const answer = await work
      objectRequests.inc({ request, outcome: 'ok' })
      return answer
    } catch (error) {
      objectRequests.inc({ request, outcome: error instanceof ObjectMissing ? error.code : 'away' })
      throw error
    }
  }
  const mails = new Counter({
    name: 'harbor_mails_total',
    help: 'Tries to send a mail, by outcome: sent, no_recipient, refused with the code of the reply, or away.',
    labelNames: ['outcome', 'reply'] as const,
    registers,
  })
  const outcomeOf = (error: unknown): { outcome: string; reply: string } => {
    if (error instanceof MailRefused) return { outcome: 'no_recipient', reply: String(error.reply ?? '') }
    const answer = replyOf(error)
    return answer ? { outcome: 'refused', reply: String(answer.reply) } : { outcome: 'away', reply: '' }
  }
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const connections = gauge('harbor_database_connections', 'Connections of the pool, by state.', 'state')
  const isUp = gauge('harbor_database_up', 'Whether the database has answered this scrape.')
  const isFull = gauge('harbor_disk_full', 'Whether writes are refused because the disk is full.')
  const waiting = gauge('harbor_jobs_waiting', 'Jobs that are not done, by kind.', 'kind')
  const oldest = gauge('harbor_job_oldest_due_seconds', 'For how long the oldest due job waits, by kind.', 'kind')
  const tries = gauge('harbor_job_tries', 'The most failures in a row of a job that is not done, by kind.', 'kind')
  const gates = gauge('harbor_gates', 'Enrolled gates: all, and those without contact for 24 hours.', 'state')

  const noteState = async ({ db, disk, clock }: Deps): Promise<void> => {
    const pool = (db as Database & { $client: Pool }).$client
    connections.set({ state: 'open' }, pool.totalCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'awaited' }, pool.waitingCount)
    isFull.set(disk.isFull() ? 1 : 0)
    for (const one of [waiting, oldest, tries, gates]) one.reset()
    try {
      const now = clock()
      for (const { kind, count, oldestDueAt, mostTries } of await jobBacklog(db)) {
        waiting.set({ kind }, count)
        oldest.set({ kind }, Math.max(0, now - oldestDueAt) / SECOND_MS)
        tries.set({ kind }, mostTries)
      }
      const { all, silent } = await countGates(db, now - SILENT_MS)
      gates.set({ state: 'all' }, all)
      gates.set({ state: 'silent' }, silent)
      isUp.set(1)
    } catch {
      isUp.set(0)
    }
  }

  return {
    /** Counts one answer. */
    onAnswer: ({ call, outcome, ms }: AnswerFacts): void => {
      calls.inc({ call, outcome })
      if (ms !== undefined) callSeconds.observe({ call }, ms / SECOND_MS)
    },
    /** Returns the gateway with its requests counted. */
    countPayments: (gateway: Gateway): Gateway => {
      const counted = { ...gateway }
      for (const request of EFFECTS) {
        const send = gateway[request] as (...args: unknown[]) => Promise<unknown>
        counted[request] = (async (...args: unknown[]) => {
          try {
            const answer = await send(...args)
            payments.inc({ request, outcome: 'ok' })
            return answer
          } catch (error) {
            payments.inc({ request, outcome: error instanceof GatewayRefused ? 'refused' : 'unknown' })
            throw error
          }
        }) as never
      }
      return counted
    },
    /** Returns the transport of mails with its mails counted. */
    countMails: (transport: Transport): Transport => ({
      ...transport,
      send: async (envelope) => {
        try {
          await transport.send(envelope)
          mails.inc({ outcome: 'sent', reply: '' })
        } catch (error) {
          mails.inc(outcomeOf(error))
          throw error
        }
      },
    }),
    /** Returns the object storage with its requests counted, except lists. */
    countObjectRequests: (objects: ObjectStore): ObjectStore => ({
      ...objects,
      put: (...args) => countObject('put', objects.put(...args)),
      get: (...args) => countObject('get', objects.get(...args)),
      delete: (...args) => countObject('delete', objects.delete(...args)),
    }),
    /** Resolves to the text of a scrape; notes the state of database, jobs and gates first. */
    scrape: async (deps: Deps): Promise<string> => {
      await noteState(deps)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
export type Metrics = ReturnType<typeof createMetrics>
