import type { Plugin } from 'vite'

/** The module of lucide-react that makes a component of each icon's shapes. */
const FACTORY = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/

/**
 * The same function without what `src/ui/icon.tsx` does not use (contexts, class names, other units of stroke widths),
 * because the first screen loads it: lucide's own has 2.4 kB after compression.
 */
const CODE = `
import { createElement } from 'react'
const attributes = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' }
export default ({ node }) => {
  const shapes = node.map(([tag, attrs]) => createElement(tag, attrs))
  return ({ size, ...rest }) => createElement('svg', { ...attributes, width: size, height: size, ...rest }, ...shapes)
}
`

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
/** Leaves out of an icon's module what the replacement does not read; random keys do not compress. */
export const withoutUnused = (code: string): string =>
  code.replaceAll(/,\s*key: "\w+"/g, '').replace(/name: "[\w-]+",\s*size: 24,/, '')

/** Creates a plugin that replaces lucide's factory of icons in builds; `tests/build/icons.test.ts` compares the two. */
export const iconFactory = (): Plugin => ({
  name: 'icon-factory',
  apply: 'build',
  enforce: 'pre',
  load: { filter: { id: FACTORY }, handler: () => ({ code: CODE, moduleType: 'js' }) },
  transform: { filter: { id: ICON }, handler: (code) => ({ code: withoutUnused(code), map: null }) },
})

/** The code of the replacement, for its test. */
export const ICON_FACTORY = CODE
