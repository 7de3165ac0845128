/** A hardware scanner is a keyboard that types fast and presses Enter. */

/** Letters of one burst follow each other faster than a hand types. */
const BURST_MS = 80
const LEAST = 6

const SHIFTED_DIGITS = ')!@#$%^&*('
/** Keys of the layout that scanners are made for: plain, and with Shift. */
const KEYS: Readonly<Record<string, readonly [string, string]>> = {
  Space: [' ', ' '],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Semicolon: [';', ':'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  NumpadAdd: ['+', '+'],
  NumpadSubtract: ['-', '-'],
  NumpadMultiply: ['*', '*'],
  NumpadDivide: ['/', '/'],
  NumpadDecimal: ['.', '.'],
}

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/**
 * The letter that a key stands for, '' for none. Where an input method is on, `key` is what it makes of it (a Hangul
 * letter, or `Process`) and only `code` says which key it was.
 */
const letterOf = ({ key, code, shiftKey }: Key): string => {
  if (/^[ -~]$/.test(key)) return key
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return (shiftKey ? SHIFTED_DIGITS[Number(digit)] : digit) ?? ''
  return /^Numpad(\d)$/.exec(code)?.[1] ?? KEYS[code]?.[shiftKey ? 1 : 0] ?? ''
}

const isEnter = ({ key, code }: Key): boolean => key === 'Enter' || code === 'Enter' || code === 'NumpadEnter'

/**
 * Listens to keys for a scanner. What is typed into a field stays there. Within a burst no key presses a button.
 * `scanned` gets the text of each burst that ends with Enter.
 */
export const createWedge = (scanned: (text: string) => void): ((event: KeyboardEvent) => void) => {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return (event) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof HTMLElement && target.matches('input, textarea, select')) return
    const burst = event.timeStamp - last < BURST_MS
    if (isEnter(event)) {
      if (burst && text.length >= LEAST) {
        event.preventDefault()
        scanned(text)
      }
      text = ''
      return
    }
    const letter = letterOf(event)
    if (letter === '') return
    last = event.timeStamp
    text = burst ? text + letter : letter
    if (burst) event.preventDefault()
  }
}
