import type { KeyObject } from 'node:crypto'

/** All secrets derive from one root (file of mode 0600 in the data folder, or `SECRET_KEY`). */
export interface Keys {
  /** 32 bytes for one purpose: `access-token`, `cert`, `payment-webhook` … The same purpose gives the same bytes for ever. */
  secret: (purpose: string) => Buffer
  /** Ed25519 pair for one purpose, e.g. `pass-issuer`. */
  pair: (purpose: string) => { privateKey: KeyObject; publicKey: KeyObject; /** 32 bytes. */ publicRaw: Buffer }
}
