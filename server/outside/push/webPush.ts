import { createECDH, createHash } from 'node:crypto'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import webPush from 'web-push'
import type { Config } from '#server/config.ts'
import { firstRoot, type Keys } from '#server/keys.ts'
import { publicLookup } from './publicAddress.ts'
import { PushFailed, type Message, type Outcome, type PushTarget, type Push } from './push.ts'

const CURVE = 'prime256v1'
const TIMEOUT_MS = 10_000
const RETRY_AFTER_MAX_S = 3_600
const HTTPS_PORT = '443'

/**
 * Derives the VAPID key pair from the first root, so that all servers have the same, also after a rotation: a phone's
 * subscription takes messages of the pair that it was made with, and of no other.
 */
const vapidPair = (keys: Keys): { publicKey: string; privateKey: string } => {
  const pair = createECDH(CURVE)
  const root = firstRoot(keys)
  for (let nth = 0; ; nth += 1) {
    const secret = root.secret(nth === 0 ? 'vapid' : `vapid:${nth}`)
    try {
      pair.setPrivateKey(secret)
    } catch {
      continue // one in 2^32 numbers is not a private key of the curve
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
  }
}

const subjectOf = ({ publicUrl, mailFrom }: Config): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`

/** Returns whether a key is a point of the curve; with any other, each attempt to encrypt would fail. */
const isKey = (p256dh: string): boolean => {
  try {
    const own = createECDH(CURVE)
    own.generateKeys()
    own.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

/** Parses `Retry-After` (seconds or a date, RFC 9110) into ms from now, at most an hour. */
const retryAfter = (header: string | undefined, now: number): number => {
  const seconds = header === undefined ? 0 : /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Math.min(RETRY_AFTER_MAX_S, Math.max(0, Number.isNaN(seconds) ? 0 : seconds)) * 1000
}

/** Access to the network. A test replaces it, to use a push service on this machine. */
export interface Reach {
  lookup: LookupFunction
  anyPort: boolean
  /** Certificate authority, PEM. */
  ca?: string
}
const INTERNET: Reach = { lookup: publicLookup(), anyPort: false }

/**
 * Creates the push client. It sends over https only, to names with public addresses only (checked in the lookup of the
 * connection), follows no redirects, and gives up after ten seconds.
 */
export const createPush = (
  { config, keys, clock }: { config: Config; keys: Keys; clock: () => number },
  reach: Reach = INTERNET,
): Push => {
  const vapid = { subject: subjectOf(config), ...vapidPair(keys) }

  const accepts = ({ endpoint, p256dh }: PushTarget): boolean => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
    return (
      protocol === 'https:' &&
      // An IP address is refused, because `lookup` does not run for it.
      isIP(hostname.replaceAll(/^\[|\]$/g, '')) === 0 &&
      (reach.anyPort || port === '' || port === HTTPS_PORT) &&
      username === '' &&
      password === '' &&
      hash === '' &&
      isKey(p256dh)
    )
  }

  const post = (endpoint: string, headers: Record<string, string>, body: Buffer): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const failed = (error: Error): void => reject(new PushFailed((error as { code?: string }).code ?? error.name))
      const sent = httpsRequest(
        endpoint,
        {
          method: 'POST',
          headers,
          lookup: reach.lookup,
          agent: false,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(reach.ca !== undefined && { ca: reach.ca }),
        },
        (response) => {
          const { statusCode = 0, headers: responseHeaders } = response
          // Only the status matters: the body is not read.
          response.destroy()
          if (statusCode >= 200 && statusCode < 300) resolve('taken')
          else if (statusCode === 404 || statusCode === 410) resolve('gone')
          else if (statusCode === 429 || statusCode >= 500)
            reject(new PushFailed(String(statusCode), retryAfter(responseHeaders['retry-after'], clock())))
          else resolve('refused')
        },
      )
      sent.on('error', failed)
      sent.end(body)
    })

  return {
    publicKey: vapid.publicKey,
    accepts,
    send: async (phone: PushTarget, { payload, id, ttl }: Message): Promise<Outcome> => {
      if (!accepts(phone)) return 'gone'
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        { endpoint: phone.endpoint, keys: { p256dh: phone.p256dh, auth: phone.auth } },
        payload,
        {
          TTL: Math.max(0, Math.floor(ttl)),
          urgency: 'normal',
          contentEncoding: 'aes128gcm',
          topic: createHash('sha256').update(id).digest('base64url').slice(0, 32),
          vapidDetails: vapid,
        },
      )
      return post(endpoint, headers as Record<string, string>, body)
    },
  }
}
