/** A phone at its push service. */
export interface Phone {
  endpoint: string
  /** Base64url. */
  p256dh: string
  auth: string
}

export interface Message {
  /** JSON, encrypted for the phone alone. */
  payload: string
  /** One message, one id: of two copies that wait at the service one is delivered. */
  id: string
  /** Seconds that it may wait there. */
  ttl: number
}

/** `gone`: the phone takes no more. `refused`: this message will never be taken. */
export type Outcome = 'taken' | 'gone' | 'refused'

/** Not handed over, or nobody knows: to be tried again, not before `after` ms. */
export class PushFailed extends Error {
  override name = 'PushFailed'
  readonly after: number
  constructor(reason: string, after = 0) {
    super(reason)
    this.after = after
  }
}

/** The push services, all of them by one protocol (RFC 8030, 8291, 8292). */
export interface Push {
  /** P-256, uncompressed, base64url. */
  publicKey: string
  /** Is this an address that pushes may be sent to? */
  accepts: (phone: Phone) => boolean
  /** Throws `PushFailed`. */
  send: (phone: Phone, message: Message) => Promise<Outcome>
}
