import { CART_LINES_MAX, QUANTITY_MAX } from '#contract/limits.ts'
import type { CartLine } from '#db/device.ts'
import { VALUE_KEYS } from '#db/names.ts'
import { loadRuntime } from './runtime.ts'
import { createStoredView, useView } from './view.ts'
export type { CartLine } from '#db/device.ts'

/**
 * The cart of this phone. It is in the device database, so that it survives a sign-in and is readable offline; a
 * sign-out empties it.
 */

const NONE: readonly CartLine[] = []

export interface CartView {
  lines: readonly CartLine[]
  /** The stored cart was read. */
  isRead: boolean
}

const view = createStoredView<CartLine[], CartView>({
  initial: { lines: NONE, isRead: false },
  query: (runtime) => {
    const device = runtime.storage.device()
    return device && { key: 'cart', read: async () => (await device.read(VALUE_KEYS.cart)) ?? [] }
  },
  shape: (lines) => ({ lines: lines ?? NONE, isRead: true }),
})

/** Returns the cart of this phone. */
export const useCart = (): CartView => useView(view)

/** Returns the number of lines in the cart; 0 while it was not read. */
export const useCartLineCount = (): number => useView(view).lines.length

/** Returns whether two lines sell the same: one option at one time. An open cart has one line of it. */
export const sellsSame = (a: Pick<CartLine, 'gdsDtlUid' | 'priceSn'>, b: typeof a): boolean =>
  a.gdsDtlUid === b.gdsDtlUid && a.priceSn === b.priceSn

/** Returns whether two lines sell the same, in any number, and are both open or being paid by the same order. */
const isSameLine = (a: CartLine, b: CartLine): boolean => sellsSame(a, b) && a.ordUid === b.ordUid

/** Returns a key of a line among the lines of a cart. */
export const cartLineKey = ({ gdsDtlUid, priceSn, ordUid }: CartLine): string => `${gdsDtlUid} ${priceSn} ${ordUid}`

/** Adds a line; with one that is the same it becomes one line of at most six units, as the later was put in. */
const merge = (lines: readonly CartLine[], line: CartLine): readonly CartLine[] => {
  const present = lines.find((each) => isSameLine(each, line))
  if (!present) return [...lines, line]
  const count = Math.min(QUANTITY_MAX, present.count + line.count)
  return lines.map((each) => (each === present ? { ...line, count } : each))
}

/** Changes the stored lines in one transaction. Resolves false when this phone stores nothing. */
const changeCart = async (change: (lines: readonly CartLine[]) => readonly CartLine[]): Promise<boolean> => {
  try {
    const device = (await loadRuntime()).storage.device()
    if (!device) return false
    await device.transaction('rw', device.kept, async () => {
      await device.keep(VALUE_KEYS.cart, [...change((await device.read(VALUE_KEYS.cart)) ?? [])])
    })
    return true
  } catch {
    return false
  }
}

/**
 * Puts a line into the cart; the same goods at the same time become one line, of at most six units. `full`: the cart
 * has as many lines as it can; `failed`: nothing could be stored.
 */
export const addToCart = async (line: CartLine): Promise<'added' | 'full' | 'failed'> => {
  let isFull = false
  const isStored = await changeCart((lines) => {
    isFull = lines.length >= CART_LINES_MAX && !lines.some((each) => isSameLine(each, line))
    return isFull ? lines : merge(lines, line)
  })
  return isStored ? (isFull ? 'full' : 'added') : 'failed'
}

/** Sets the number of units of a line. */
export const setCartCount = (line: CartLine, count: number): Promise<boolean> =>
  changeCart((lines) => lines.map((each) => (isSameLine(each, line) ? { ...each, count } : each)))

/** Removes a line. */
export const removeFromCart = (line: CartLine): Promise<boolean> =>
  changeCart((lines) => lines.filter((each) => !isSameLine(each, line)))

/** Puts a removed line back at its place. */
export const restoreToCart = (line: CartLine, position: number): Promise<boolean> =>
  changeCart((lines) => (lines.some((each) => isSameLine(each, line)) ? lines : lines.toSpliced(position, 0, line)))

/**
 * Takes over the present prices (KRW of one unit) of the lines that were priced. Lines that another page has put in since,
 * and those that an order pays, keep theirs.
 */
export const acceptCartPrices = (
  priced: readonly Pick<CartLine, 'gdsDtlUid' | 'priceSn' | 'unitPrice'>[],
): Promise<boolean> =>
  changeCart((lines) =>
    lines.map((each) => {
      const present = each.ordUid === null ? priced.find((line) => sellsSame(line, each)) : undefined
      return present ? { ...each, unitPrice: present.unitPrice } : each
    }),
  )

/**
 * Marks the lines that an order names as being paid by it, so that they are neither bought twice nor forgotten. Units and
 * lines that were put in meanwhile stay open. No-op for an order that has marked its lines before.
 */
export const markCartOrdered = ({
  ordUid,
  lines: ordered,
}: {
  ordUid: string
  lines: readonly Pick<CartLine, 'gdsDtlUid' | 'priceSn' | 'count'>[]
}): Promise<boolean> =>
  changeCart((lines) =>
    lines.some((each) => each.ordUid === ordUid)
      ? lines
      : lines.flatMap((each) => {
          const count = each.ordUid === null ? ordered.find((line) => sellsSame(line, each))?.count : undefined
          if (count === undefined) return [each]
          const paying = { ...each, count, ordUid }
          return each.count > count ? [paying, { ...each, count: each.count - count }] : [paying]
        }),
  )

/** Removes the lines of an order that was paid, or releases them when it was not. No-op for the order of no line. */
export const settleCartOrder = (ordUid: string, isPaid: boolean): Promise<boolean> =>
  changeCart((lines) =>
    isPaid
      ? lines.filter((each) => each.ordUid !== ordUid)
      : lines.reduce<readonly CartLine[]>(
          (merged, each) => merge(merged, each.ordUid === ordUid ? { ...each, ordUid: null } : each),
          [],
        ),
  )
