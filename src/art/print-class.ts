import type { PassType } from '#contract/codes.ts'

/** The class that sets a product's print palette (palettes.css) on the pass and on what is drawn in it. */
export const printClass = (product: PassType): string => `print-${product.toLowerCase()}`
