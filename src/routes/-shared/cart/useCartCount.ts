import { useCartLineCount } from '#data/cart.ts'

/** Hook: returns the number of lines in the cart of this phone, 0 while it was not read. */
export const useCartCount = (): number => useCartLineCount()
