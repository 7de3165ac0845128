import type { StartupPass } from '#db/startupCopy.ts'

const SVG = 'http://www.w3.org/2000/svg'
const QUIET = 4

const path = (fill: string, d: string): SVGPathElement => {
  const element = document.createElementNS(SVG, 'path')
  element.setAttribute('fill', fill)
  element.setAttribute('d', d)
  return element
}

/** Returns the code as the application draws it: black on white, with a quiet zone of four modules. */
const picture = (code: { path: string; size: number }): SVGSVGElement => {
  const side = code.size + 2 * QUIET
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `${-QUIET} ${-QUIET} ${side} ${side}`)
  svg.setAttribute('shape-rendering', 'crispEdges')
  svg.setAttribute('data-qr', '')
  svg.append(path('#fff', `M${-QUIET} ${-QUIET}h${side}v${side}h${-side}z`), path('#000', code.path))
  return svg
}

/**
 * Draws the pass that the application shows first into the shell, in its final place. Leaves the holder's name to the
 * application, which knows whether the session is locked (L15), and the time, which this script cannot correct. Returns
 * whether anything was drawn.
 */
export const drawPass = (first: StartupPass | null, shell: ParentNode): boolean => {
  const frame = shell.querySelector<HTMLElement>('[data-slot="pass"]')
  const code = frame?.querySelector('[data-slot="code"]')
  if (!first || !frame || !code) return false
  const sky = frame.querySelector<HTMLElement>('[data-slot="sky"]')
  if (sky) sky.dataset.product = first.passType
  const product = frame.querySelector('[data-slot="product"]')
  if (product) product.textContent = first.passType
  if (first.isOneOfSeveral) frame.dataset.several = ''
  code.replaceChildren(picture(first))
  frame.removeAttribute('aria-hidden')
  return true
}
