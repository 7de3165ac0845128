import { createHash, randomBytes } from 'node:crypto'
import type { GiftProof } from '#contract/calls/gift.ts'
import { linkInsert, linkOpen, linkRead, linkReceive } from '#contract/calls/giftLink.ts'
import { GIFT_KEY_BYTES } from '#contract/limits.ts'
import type { App } from '../harness/factories.ts'

/** Makes the key of a link and its hash, as the phone of a sender does. */
export const makeKey = () => {
  const key = randomBytes(GIFT_KEY_BYTES).toString('base64url')
  return { key, linkHash: createHash('sha256').update(key).digest('hex') }
}

const by = (token: string | undefined) => (token === undefined ? {} : { token })

/** The calls of a gift by link: `token` undefined for a guest. */
export const linkCalls = (shop: Pick<App, 'call'>) => ({
  make: (
    token: string | undefined,
    body: { passUid: string; linkHash: string; message?: string; proof?: GiftProof | null; password?: string },
  ) => shop.call(linkInsert, { ...by(token), body: { proof: null, ...body } }),
  read: (key: string, token?: string) => shop.call(linkRead, { ...by(token), body: { key } }),
  open: (key: string, token?: string) => shop.call(linkOpen, { ...by(token), body: { key } }),
  receive: (key: string, token?: string) => shop.call(linkReceive, { ...by(token), body: { key } }),
})
