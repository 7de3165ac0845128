// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { EARLY_TAP_MS, rememberTaps, replayTap } from './earlyTap.ts'

const pressed: string[] = []

/** Draws the same three buttons twice: without handlers as the shell, then with handlers as the application. */
const draw = (hasHandlers: boolean) => {
  document.body.innerHTML =
    '<button id="first">Add</button><button id="second"><b>Add</b></button><button id="close" aria-label="Close">x</button><p>Add</p>'
  if (!hasHandlers) return
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => pressed.push(button.id))
}
const mount = () => {
  draw(true)
  document.documentElement.dataset.app = 'on'
  replayTap(performance.now())
}
const tap = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

rememberTaps()
beforeEach(() => {
  pressed.length = 0
  delete document.documentElement.dataset.app
  draw(false)
})

test.each(['#second > b', '#second', '#close'])('a press on %s of the shell is answered once mounted', (selector) => {
  tap(selector)
  mount()
  expect(pressed).toEqual([selector === '#close' ? 'close' : 'second'])
})

test('the last press counts, and only once', () => {
  tap('#second')
  tap('#first')
  mount()
  replayTap(performance.now())
  expect(pressed).toEqual(['first'])
})

test('a press on text, and one after the mount, are not repeated', () => {
  tap('p')
  mount()
  tap('#first')
  replayTap(performance.now())
  expect(pressed).toEqual(['first'])
})

test('a press that is too old is forgotten', () => {
  tap('#first')
  draw(true)
  replayTap(performance.now() + EARLY_TAP_MS)
  expect(pressed).toEqual([])
})

test('a button that the application does not have, or has disabled, is left alone', () => {
  for (const change of [
    (button: Element) => button.remove(),
    (button: Element) => button.setAttribute('disabled', ''),
  ]) {
    draw(false)
    tap('#second')
    draw(true)
    for (const button of document.querySelectorAll('#second')) change(button)
    replayTap(performance.now())
  }
  expect(pressed).toEqual([])
})
