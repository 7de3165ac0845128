import { expect, test } from 'vitest'
import { classesOf, critical } from '../scripts/build/critical.ts'

const CSS =
  '@charset "utf-8";:root{--a:"}"}.gone{color:red}.here,.gone .here{color:blue}.here:not(.gone){top:0}.gone:hover{a:b}@media (min-width:1px){.gone{x:y}.here{x:y}}@media print{.gone{x:y}}@keyframes k{to{x:y}}:is(.gone,.here) b{x:y}'

test('rules of classes that a page does not have are left out, everything else stays in its order', () => {
  expect(critical(CSS, new Set(['here']))).toBe(
    '@charset "utf-8";:root{--a:"}"}.here{color:blue}.here:not(.gone){top:0}@media (min-width:1px){.here{x:y}}@keyframes k{to{x:y}}:is(.gone,.here) b{x:y}',
  )
})

test('a page that has them all gets them all', () => {
  expect(critical(CSS, new Set(['here', 'gone']))).toBe(CSS)
})

test('classes are read from every element', () => {
  expect(classesOf('<p class="a b"><svg class="c"></svg></p>')).toEqual(['a', 'b', 'c'])
})
