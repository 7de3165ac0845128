import * as z from 'zod/mini'
import { GOODS_KINDS } from '#contract/codes.ts'
import { goodsAddress } from '#contract/rules/goodsAddress.ts'
import type { Database } from '#server/db/connect.ts'
import { CommandRefused } from '#server/http/command.ts'
import { ownId, texts } from '#server/http/commandFields.ts'
import { findGoods } from '#server/modules/goods/service.ts'
import type { Offer } from './campaign.ts'
import { NEWS } from './kinds.ts'

/** An offer as an operator writes it. */

const TITLE_MAX = 50
/** A push has room for 4 kB, of which a character takes up to four bytes. */
const CONTENT_MAX = 400
const CONTACT = /^[\w+(][\w+()@. -]{4,59}$/

/** Screens without an id that an offer may open. */
export const OFFER_PATHS: readonly string[] = [
  '/activity',
  '/attractions',
  '/home',
  '/hotel',
  '/map',
  '/myPage/coupon',
  '/myPage/points',
  '/pass',
  '/promotion',
  '/recommend',
  '/tour',
  '/travelInfo',
  '/voucher',
  '/whichPass',
]
const GOODS_PAGE = /^\/([a-z]+)\/([\w.:+-]{1,80})$/

/** Schema of the file that `npm run news:send` takes. */
export const offerInput = z.strictObject({
  campaign: ownId,
  title: texts(TITLE_MAX),
  content: texts(CONTENT_MAX),
  path: z._default(z.string({ error: 'must be an address of the app, such as /tour' }), NEWS.offer.path),
  contact: z
    .string({ error: 'must be a telephone number or mail address' })
    .check(z.regex(CONTACT, { error: 'must be a telephone number or mail address of 5 to 60 characters' })),
})

const opensGoods = async (db: Database, path: string): Promise<boolean> => {
  const [, kind, gdsUid = ''] = GOODS_PAGE.exec(path) ?? []
  const goodsKind = GOODS_KINDS.find((each) => each === kind)
  if (!goodsKind || path !== goodsAddress(goodsKind, gdsUid)) return false
  const goods = await findGoods(db, gdsUid)
  return goods?.doc.type === goodsKind && goods.onSale
}

/** Throws `CommandRefused` `E_INPUT` for a path that is no screen an offer may open, and for goods that are not sold. */
export const checkPath = async (db: Database, { path }: Pick<Offer, 'path'>): Promise<void> => {
  if (OFFER_PATHS.includes(path) || (await opensGoods(db, path))) return
  throw new CommandRefused(
    'E_INPUT',
    `path must be ${OFFER_PATHS.join(', ')}, or the page of goods that are on sale, such as /tour/<id>.`,
  )
}
