/** Returns the number of lines in the cart; 0 hides its button. */
export const useCartCount = (): number => 0
