import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { changeCatalogue, isSaleStopped, setSaleStop } from '#server/modules/catalogue/service.ts'
import { allGoods, allOptions, type Goods, type Option } from '#server/modules/goods/service.ts'
import { markEdited } from '#server/modules/seed/service.ts'
import { setStock, stockOf } from '#server/modules/stock/service.ts'
import { changePriceRules, requireDayPrices, seasonsText } from './priceRules.ts'
import * as store from './store.ts'

/** Prices, stock and sale state, which an operator sets on the running server. */

/** Fields of a product that an operator can set. */
export const FIELDS = ['price', 'discount', 'onSale', 'stock', 'weekend', 'season'] as const
export type Field = (typeof FIELDS)[number]

const KRW_MAX = 100_000_000
const STOCK_MAX = 1_000_000
const NONE = 'none'

type Changing = Pick<Deps, 'db' | 'clock' | 'log'>
type Target =
  | { kind: 'product'; row: store.Product }
  | { kind: 'goods'; goods: Goods; options: Option[] }
  | { kind: 'option'; goods: Goods; option: Option; isOnly: boolean }

const findTarget = async (tx: Tx, id: string): Promise<Target> => {
  const row = (await store.allProducts(tx)).find((one) => one.gdsUid === id || one.gdsDtlUid === id)
  if (row) return { kind: 'product', row }
  const options = await allOptions(tx)
  const option = options.find(({ gdsDtlUid }) => gdsDtlUid === id)
  const goods = (await allGoods(tx)).find(({ gdsUid }) => gdsUid === (option?.gdsUid ?? id))
  if (!goods) throw new CommandRefused('E_INPUT', `There is no product "${id}". npm run product:list names them.`)
  const own = options.filter(({ gdsUid }) => gdsUid === goods.gdsUid)
  if (option) return { kind: 'option', goods, option, isOnly: own.length === 1 }
  return { kind: 'goods', goods, options: own }
}

const wholeNumber = (field: Field, value: string, min: number, max: number): number => {
  const number = Number(value)
  if (!/^\d{1,9}$/.test(value) || number < min || number > max)
    throw new CommandRefused('E_INPUT', `${field} must be a whole number from ${min} to ${max}, not "${value}".`)
  return number
}

const yesOrNo = (value: string): boolean => {
  if (value !== 'Y' && value !== 'N') throw new CommandRefused('E_INPUT', `onSale must be Y or N, not "${value}".`)
  return value === 'Y'
}

interface Done {
  before: number | boolean | string | null
  after: number | boolean | string | null
  /** The seeded records that were changed. */
  edited: { kind: string; id: string }[]
}

/** The discounted price is what a buyer pays, so it must be below the price. */
const checkDiscount = (price: number, discounted: number | null): void => {
  if (discounted !== null && discounted >= price)
    throw new CommandRefused('E_INPUT', `The discounted price (${discounted}) must be below the price (${price}).`)
}

const setPass = async (tx: Tx, row: store.Product, field: Field, value: string): Promise<Done> => {
  const { gdsUid, gdsDtlUid, doc } = row
  if (field === 'weekend' || field === 'season')
    throw new CommandRefused('E_INPUT', `${field} is set for hotels, tours and activities.`)
  const edited = [{ kind: 'products', id: gdsUid }]
  if (field === 'onSale') {
    const onSale = yesOrNo(value)
    await store.setProduct(tx, gdsUid, { onSale })
    return { before: row.onSale, after: onSale, edited }
  }
  if (field === 'stock') {
    const units = value === NONE ? null : wholeNumber(field, value, 0, STOCK_MAX)
    const before = await stockOf(tx, gdsDtlUid)
    await setStock(tx, gdsDtlUid, units)
    return { before, after: units, edited: [] }
  }
  const amount = field === 'discount' && value === NONE ? null : wholeNumber(field, value, 1, KRW_MAX)
  // An operator who sets a price confirms it.
  const confirmed = { ...doc, sample: field === 'price' ? false : doc.sample }
  const priced =
    field === 'price' && amount !== null ? { ...confirmed, priceKrw: amount } : { ...confirmed, discountedKrw: amount }
  checkDiscount(priced.priceKrw, priced.discountedKrw)
  await store.setProduct(tx, gdsUid, { price: priced.discountedKrw ?? priced.priceKrw, doc: priced })
  return { before: field === 'price' ? doc.priceKrw : doc.discountedKrw, after: amount, edited }
}

const setItem = async (
  tx: Tx,
  target: Exclude<Target, { kind: 'product' }>,
  { field, value, now }: { field: Field; value: string; now: number },
): Promise<Done> => {
  const { goods } = target
  if (field === 'discount' || field === 'stock') throw new CommandRefused('E_INPUT', `${field} is set for passes only.`)
  if (field === 'onSale') {
    const onSale = yesOrNo(value)
    if (target.kind === 'goods') {
      await store.setGoods(tx, goods.gdsUid, { onSale })
      return { before: goods.onSale, after: onSale, edited: [{ kind: 'goods', id: goods.gdsUid }] }
    }
    const { option } = target
    await store.setOption(tx, option.gdsDtlUid, { onSale })
    return { before: option.onSale, after: onSale, edited: [{ kind: 'options', id: option.gdsDtlUid }] }
  }
  const [only, ...otherOptions] = target.kind === 'goods' ? target.options : [target.option]
  if (!only || otherOptions.length > 0) {
    const names = [only, ...otherOptions].map((one) => one?.gdsDtlUid).join(', ')
    throw new CommandRefused('E_INPUT', `"${goods.gdsUid}" has several prices. Name one of its options: ${names}.`)
  }
  const edited = [{ kind: 'options', id: only.gdsDtlUid }]
  if (field === 'weekend' || field === 'season') {
    const priced = { kind: goods.doc.type, price: only.price, rules: only.doc.priceRules }
    const { rules, before, after } = changePriceRules(priced, field, value)
    await store.setOption(tx, only.gdsDtlUid, { doc: { ...only.doc, priceRules: rules } })
    return { before, after, edited }
  }
  const price = wholeNumber(field, value, 1, KRW_MAX)
  requireDayPrices(price, only.doc.priceRules, koreanDate(now))
  await store.setOption(tx, only.gdsDtlUid, { price })
  // One price of several confirms only itself; `confirmProduct` confirms the item.
  if (target.kind === 'option' && !target.isOnly) return { before: only.price, after: price, edited }
  await store.setGoods(tx, goods.gdsUid, { doc: { ...goods.doc, sample: false } })
  return { before: only.price, after: price, edited: [...edited, { kind: 'goods', id: goods.gdsUid }] }
}

/** One value that an operator changed. */
interface Change {
  operator: string
  target: string
  field: string
  before: unknown
  after: unknown
}

/** Marks the records as edited by an operator and logs the change. */
const note = async (tx: Tx, { edited, ...change }: Change & { edited: Done['edited'] }, now: number): Promise<void> => {
  for (const record of edited) await markEdited(tx, { ...record, operator: change.operator, now })
  await noteOperatorChange(tx, { at: now, ...change })
}

const logChange = ({ log }: Changing, change: Change): void => {
  log.info(change, 'an operator changed what is sold')
}

/**
 * Sets one field of a pass, an item or an option: `price` in KRW, `discount` (the discounted price) in KRW or `none`,
 * `onSale` Y or N, `stock` in units or `none`, `weekend` and `season` see `changePriceRules`. Setting the price of a
 * pass, or of an item's only option, confirms it. Returns the value before and after. Throws `CommandRefused` for an unknown
 * id, or a value that cannot be set.
 */
export const setProduct = async (
  deps: Changing,
  { id, field, value, operator }: { id: string; field: Field; value: string; operator: string },
): Promise<Pick<Done, 'before' | 'after'>> => {
  const now = deps.clock()
  const change = await changeCatalogue(deps, async (tx) => {
    const target = await findTarget(tx, id)
    const { edited, before, after } = await (target.kind === 'product'
      ? setPass(tx, target.row, field, value)
      : setItem(tx, target, { field, value, now }))
    const entry = { operator, target: id, field, before, after }
    await note(tx, { ...entry, edited }, now)
    return entry
  })
  logChange(deps, change)
  const { before, after } = change
  return { before, after }
}

/**
 * Removes the sample mark of a pass, an item or a partner. Throws `CommandRefused` for an unknown id, or one without the
 * mark.
 */
export const confirmProduct = async (
  deps: Changing,
  { id, operator }: { id: string; operator: string },
): Promise<void> => {
  const change = await changeCatalogue(deps, async (tx) => {
    const edited = await confirm(tx, id)
    const entry = { operator, target: id, field: 'sample', before: true, after: false }
    await note(tx, { ...entry, edited: [edited] }, deps.clock())
    return entry
  })
  logChange(deps, change)
}

const confirm = async (tx: Tx, id: string): Promise<Done['edited'][number]> => {
  const isSample = (sample: boolean): void => {
    if (!sample) throw new CommandRefused('E_STATE', `"${id}" is no sample.`)
  }
  const venue = await store.findVenue(tx, id)
  if (venue) {
    isSample(venue.discount.sample)
    await store.setVenue(tx, { ...venue, discount: { ...venue.discount, sample: false } })
    return { kind: 'venues', id }
  }
  const target = await findTarget(tx, id)
  if (target.kind === 'product') {
    const { gdsUid, doc } = target.row
    isSample(doc.sample)
    await store.setProduct(tx, gdsUid, { doc: { ...doc, sample: false } })
    return { kind: 'products', id: gdsUid }
  }
  const { gdsUid, doc } = target.goods
  isSample(doc.sample)
  await store.setGoods(tx, gdsUid, { doc: { ...doc, sample: false } })
  return { kind: 'goods', id: gdsUid }
}

/**
 * Stops or reopens all sales; each product keeps its own sale state. Throws `CommandRefused` when they are stopped or open
 * already.
 */
export const stopSales = async (deps: Changing, isStop: boolean, operator: string): Promise<void> => {
  const change = await changeCatalogue(deps, async (tx) => {
    if ((await isSaleStopped(tx)) === isStop)
      throw new CommandRefused('E_STATE', isStop ? 'All sales are stopped already.' : 'Sales are not stopped.')
    const now = deps.clock()
    await setSaleStop(tx, isStop ? now : null)
    const entry = { operator, target: 'all', field: 'onSale', before: isStop, after: !isStop }
    await note(tx, { ...entry, edited: [] }, now)
    return entry
  })
  logChange(deps, change)
}

/** Returns all passes and options with price, sale state and stock, for the operator's terminal. */
export const listProducts = async (db: Database) => {
  const passes = await store.allProducts(db)
  const [goods, options] = [await allGoods(db), await allOptions(db)]
  return {
    isStopped: await isSaleStopped(db),
    products: [
      ...(await Promise.all(
        passes.map(async ({ gdsUid, gdsDtlUid, onSale, doc }) => ({
          id: gdsUid,
          price: doc.priceKrw,
          discount: doc.discountedKrw,
          onSale,
          stock: await stockOf(db, gdsDtlUid),
          isSample: doc.sample,
        })),
      )),
      ...options.map(({ gdsDtlUid, gdsUid, price, onSale, doc: { priceRules } }) => {
        const item = goods.find((one) => one.gdsUid === gdsUid)
        return {
          id: gdsDtlUid,
          price,
          discount: null,
          onSale: onSale && item?.onSale === true,
          stock: null,
          isSample: item?.doc.sample === true,
          ...(priceRules && { weekend: priceRules.weekendPercent, seasons: seasonsText(priceRules.seasons) }),
        }
      }),
    ],
  }
}
