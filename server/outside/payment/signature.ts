import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS } from '#contract/time.ts'
import { equalBytes } from '#server/equalBytes.ts'

/** Signatures of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, with the raw bytes of the body. */

/** A text, or the decoded bytes of a gateway's secret. */
type Secret = string | Uint8Array

const TOLERANCE_MS = 5 * MINUTE_MS
/** Signatures of several versions or keys, separated by one space; rejects a repeated header, which Node joins. */
const SIGNATURES = /^v\d+[a-z]?,[\w+/=-]+(?: v\d+[a-z]?,[\w+/=-]+)*$/

const hmac = (secret: Secret, id: string, seconds: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${id}.${seconds}.`).update(body).digest('base64')

/** Returns the webhook headers, signature included, for a body that is sent at `now`, ms UTC. */
export const signedHeaders = (secret: Secret, body: Uint8Array, now: number): Record<string, string> => {
  const id = randomUUID()
  const seconds = String(Math.floor(now / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${hmac(secret, id, seconds, body)}`,
  }
}

/** Returns whether a message was signed with our secret within five minutes of `now`, either way. */
export const isGenuine = (secret: Secret, body: Uint8Array, headers: IncomingHttpHeaders, now: number): boolean => {
  const id = headers['webhook-id']
  const seconds = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (typeof id !== 'string' || typeof seconds !== 'string' || typeof signatures !== 'string') return false
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(Number(seconds) * 1000 - now) > TOLERANCE_MS) return false
  if (!SIGNATURES.test(signatures)) return false
  const expected = `v1,${hmac(secret, id, seconds, body)}`
  return signatures.split(' ').some((signature) => equalBytes(signature, expected))
}
