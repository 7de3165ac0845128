import type { PassType } from '#contract/codes.ts'

/** Returns the class that sets a product's print palette (palettes.css) on the pass and on the drawings in it. */
export const printClass = (product: PassType): string => `print-${product.toLowerCase()}`
