import { expect, test } from 'vitest'
import { classesOf, critical } from '../scripts/build/critical.ts'
import { withoutUnused } from '../scripts/build/unused.ts'

const CSS =
  '@charset "utf-8";:root{--a:"}"}.gone{color:red}.here,.gone .here{color:blue}.here:not(.gone){top:0}@media (min-width:1px){.gone{x:y}.here{x:y}}@media print{.gone{x:y}}@keyframes k{to{x:y}}:is(.gone,.here) b{x:y}'

test('rules of classes that a page lacks are left out, and all others stay in order', () => {
  expect(critical(CSS, new Set(['here']))).toBe(
    '@charset "utf-8";:root{--a:"}"}.here{color:blue}.here:not(.gone){top:0}@media (min-width:1px){.here{x:y}}@keyframes k{to{x:y}}:is(.gone,.here) b{x:y}',
  )
})

test('a page that has all classes gets all rules', () => {
  expect(critical(CSS, new Set(['here', 'gone']))).toBe(CSS)
})

test('rules for touch or hover are left out, unless they only name its absence', () => {
  const css = '.here:hover,.here{x:y}.here:active svg{x:y}.here:not(:hover){x:y}'
  expect(critical(css, new Set(['here']))).toBe('.here{x:y}.here:not(:hover){x:y}')
})

test('brackets within brackets are one selector', () => {
  const css = '.gone:not(:has([a],[b]:not(:empty))){x:y}.here:not(:has([a],[b]:not(:empty))){x:y}'
  expect(critical(css, new Set(['here']))).toBe('.here:not(:has([a],[b]:not(:empty))){x:y}')
})

test('unused custom properties and keyframes are left out', () => {
  const css =
    ':root{--a:var(--b);--b:1;--c:var(--d);--d:2;--e:"--x:;"}[data-x]{--c:3}@media print{:root{--e:5}p{top:var(--a)}}@keyframes k{to{top:0}}@keyframes g{to{top:0}}p{animation:k 1s}'
  expect(withoutUnused(css, '')).toBe(
    ':root{--a:var(--b);--b:1}@media print{p{top:var(--a)}}@keyframes k{to{top:0}}p{animation:k 1s}',
  )
  expect(withoutUnused(css, '<i style="top:var(--c)">')).toContain('--c:var(--d);--d:2')
})

test('classes are read from every element', () => {
  expect(classesOf('<p class="a b"><svg class="c"></svg></p>')).toEqual(['a', 'b', 'c'])
})
