import { expect, test } from 'vitest'
import { critical } from '../scripts/build/critical.ts'

const CSS =
  ':root{--a:"}";quotes:var(--a)}.gone{color:red}.here,.gone .here{color:#00f}.here:not(.gone){top:0}@media (min-width:1px){.gone{top:1px}.here{top:2px}}@media print{.gone{top:3px}}:is(.gone,.here) b{left:0}'

const page = (...classes: string[]) => `<p class="${classes.join(' ')}"><svg class="other"></svg></p>`

test('rules of classes that the page lacks are left out, and all others stay in order', () => {
  expect(critical(CSS, page('here'))).toBe(
    ':root{--a:"}";quotes:var(--a)}.here{color:#00f}.here:not(.gone){top:0}@media (min-width:1px){.here{top:2px}}:is(.gone,.here) b{left:0}',
  )
})

test('a page that has all classes keeps every rule', () => {
  expect(critical(CSS, page('here', 'gone'))).toBe(CSS)
})

test('the classes of every element are read', () => {
  const css = '.here .other{top:0}.other{left:0}'
  expect(critical(css, page('here'))).toBe(css)
})

test('rules for touch and hover are left out, unless they apply only without touch or hover', () => {
  const css = '.here:hover,.here{top:0}.here:active svg{top:1px}.here:not(:hover){top:2px}'
  expect(critical(css, page('here'))).toBe('.here{top:0}.here:not(:hover){top:2px}')
})

test('brackets within brackets are one selector', () => {
  const css = '.gone:not(:has([a],[b]:not(:empty))){top:0}.here:not(:has([a],[b]:not(:empty))){top:1px}'
  expect(critical(css, page('here'))).toBe('.here:not(:has([a],[b]:not(:empty))){top:1px}')
})

test('custom properties that no rule refers to, also through another property, are left out', () => {
  const css =
    ':root{--a:var(--b);--b:1;--c:var(--d);--d:2;--e:"--x:;"}[data-x]{--c:3}@media print{:root{--e:5}p{top:var(--a)}}'
  expect(critical(css, '')).toBe(':root{--a:var(--b);--b:1}@media print{p{top:var(--a)}}')
})

test('custom properties that the page or one of its drawings refers to are kept', () => {
  const css = ':root{--a:1;--c:var(--d);--d:2}'
  expect(critical(css, '<i style="top:var(--c)">')).toBe(':root{--c:var(--d);--d:2}')
  expect(critical(css, '', '<path fill="var(--a)"/>')).toBe(':root{--a:1}')
})

test('keyframes that no animation names are left out', () => {
  const css =
    '@keyframes k{to{top:0}}@keyframes g{to{top:0}}@keyframes v{to{top:0}}p{animation:1s k}q{animation:v var(--t,1s)}'
  expect(critical(css, '')).toBe(
    '@keyframes k{to{top:0}}@keyframes v{to{top:0}}p{animation:1s k}q{animation:v var(--t,1s)}',
  )
})

test('properties that the parser does not know, and the syntax of old browsers, are kept', () => {
  const css =
    '.here{-webkit-mask-composite:source-in;-webkit-mask:none;mask:none}@media (min-width:64rem){.here{top:0}}'
  const result = critical(css, page('here'))
  expect(result).toContain('-webkit-mask-composite:source-in')
  expect(result).toContain('-webkit-mask:none')
  expect(result).toContain('@media (min-width:64rem)')
})
