/** A push subscription of a phone. */
export interface PushTarget {
  endpoint: string
  /** Base64url. */
  p256dh: string
  auth: string
}

export interface Message {
  /** JSON, to be encrypted for the phone. */
  payload: string
  /** Id of the message; of two copies with one id that wait at the service, one is delivered. */
  id: string
  /** Seconds that it may wait at the service. */
  ttl: number
}

/** `gone`: the subscription has ended. `refused`: the service rejects this message for good. */
export type Outcome = 'taken' | 'gone' | 'refused'

/** The push was not delivered to the service, or the outcome is unknown: retry, not before `after` ms. */
export class PushFailed extends Error {
  override name = 'PushFailed'
  readonly retryAfterMs: number
  constructor(reason: string, after = 0) {
    super(reason)
    this.retryAfterMs = after
  }
}

/** Client of push services, which all share one protocol (RFC 8030, 8291, 8292). */
export interface Push {
  /** VAPID public key: P-256, uncompressed, base64url. */
  publicKey: string
  /** Returns whether pushes may be sent to this subscription. */
  accepts: (phone: PushTarget) => boolean
  /** Throws `PushFailed`. */
  send: (phone: PushTarget, message: Message) => Promise<Outcome>
}
