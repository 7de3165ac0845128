// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { readScan } from '#contract/rules/scan.ts'
import { createWedge } from './wedge.ts'

const LIVE = 'HP1:6B FOXN%TS3DH0YOJ$*+-./OEC'
const SHIFTED: Record<string, string> = { '%': 'Digit5', $: 'Digit4', '*': 'Digit8', '+': 'Equal', ':': 'Semicolon' }
const PLAIN: Record<string, string> = { ' ': 'Space', '-': 'Minus', '.': 'Period', '/': 'Slash' }
const JAMO = 'ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋ'
const DOUBLED: Record<string, string> = { Q: 'ㅃ', W: 'ㅉ', E: 'ㄸ', R: 'ㄲ', T: 'ㅆ', O: 'ㅒ', P: 'ㅖ' }

/** The key that a scanner presses for a character, on the layout that it is made for. */
const pressed = (letter: string): { code: string; shiftKey: boolean } => {
  if (/[A-Z]/.test(letter)) return { code: `Key${letter}`, shiftKey: true }
  if (/\d/.test(letter)) return { code: `Digit${letter}`, shiftKey: false }
  return SHIFTED[letter] === undefined
    ? { code: PLAIN[letter] ?? '', shiftKey: false }
    : { code: SHIFTED[letter], shiftKey: true }
}
/**
 * What the page gets as `key`: without an input method, from one that writes Hangul, and from ones that hide the key.
 */
const KEYBOARDS = {
  'a Latin keyboard': (letter: string) => letter,
  'Hangul letters': (letter: string) =>
    /[A-Z]/.test(letter) ? (DOUBLED[letter] ?? JAMO[letter.charCodeAt(0) - 65] ?? '') : letter,
  'keys that an input method keeps': () => 'Process',
  'keys that nobody knows': () => 'Unidentified',
}

const scans: string[] = []
const listener = createWedge((text) => scans.push(text))
addEventListener('keydown', listener, true)
afterEach(() => {
  scans.length = 0
  document.body.replaceChildren()
})

let time = 0
const press = (init: KeyboardEventInit, { on = document.body as HTMLElement, after = 5 } = {}): KeyboardEvent => {
  time += after
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  Object.defineProperty(event, 'timeStamp', { value: time })
  on.dispatchEvent(event)
  return event
}
const type = (text: string, keyOf: (letter: string) => string, how: { on?: HTMLElement; after?: number } = {}) => {
  time += 1_000
  for (const letter of text) {
    const { code, shiftKey } = pressed(letter)
    if (shiftKey) press({ key: 'Shift', code: 'ShiftLeft', shiftKey }, how)
    press({ key: keyOf(letter), code, shiftKey }, how)
  }
  return press({ key: keyOf('') === 'Process' ? 'Process' : 'Enter', code: 'Enter' }, how)
}

test('typing at the speed of a hand, or into a field, is not a scan', () => {
  type(LIVE, KEYBOARDS['a Latin keyboard'], { after: 120 })
  type('HP1:A', KEYBOARDS['a Latin keyboard'])
  const field = document.createElement('input')
  document.body.append(field)
  type(LIVE, KEYBOARDS['a Latin keyboard'], { on: field })
  time += 1_000
  for (const key of LIVE) press({ key, ctrlKey: true })
  press({ key: 'Enter', code: 'Enter' })
  expect(scans).toEqual([])
})

test.each(Object.entries(KEYBOARDS))('%s: a live code and the number of a card are read', (_, keyOf) => {
  const button = document.createElement('button')
  document.body.append(button)
  const enter = type(LIVE, keyOf, { on: button })
  // The scanner's Enter does not press the focused button.
  expect(enter.defaultPrevented).toBe(true)
  type('HPCARD9990000000010002', keyOf)
  expect(scans.map((text) => readScan(text))).toEqual([
    { kind: 'live', text: LIVE },
    { kind: 'card', number: 'HPCARD9990000000010002' },
  ])
})

test('a number pad, and letters under Caps Lock, are read', () => {
  time += 1_000
  for (const digit of '4000123412341234') press({ key: 'Process', code: `Numpad${digit}` })
  press({ key: 'Process', code: 'NumpadEnter' })
  type(LIVE, (letter) => letter.toLowerCase())
  expect(scans[0]).toBe('4000123412341234')
  expect(readScan(scans[1] ?? '')).toEqual({ kind: 'live', text: LIVE })
})
