// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clearDirty, isDirty, watchForms } from './dirty.ts'

beforeAll(() => watchForms())
beforeEach(() => {
  clearDirty()
  document.body.innerHTML =
    '<input id="alone"><form><label><input id="text"></label><textarea id="area"></textarea><select id="choice"><option>1</option></select><div id="edit" contenteditable></div></form>'
})
const type = (id: string) => document.getElementById(id)?.dispatchEvent(new Event('input', { bubbles: true }))

test('no form is dirty before input', () => {
  expect(isDirty()).toBe(false)
})

test.each([
  ['a text field', 'text'],
  ['a text area', 'area'],
  ['a select box', 'choice'],
  ['an editable element', 'edit'],
])('input into %s makes its form dirty', (_what, id) => {
  type(id)
  expect(isDirty()).toBe(true)
})

test('leaving the screen clears its forms', () => {
  type('area')
  clearDirty()
  expect(isDirty()).toBe(false)
})

test('a field outside of a form, such as a search, makes none dirty', () => {
  type('alone')
  expect(isDirty()).toBe(false)
})
