/** A hardware scanner (keyboard wedge) acts as a keyboard that types fast and presses Enter. */

/** Maximum time between two characters of one scan; people type more slowly. */
const BURST_MS = 80
const SCAN_MIN_CHARS = 6

const SHIFTED_DIGITS = ')!@#$%^&*('
/** Keys by `code` on the US layout that scanners emulate: plain, and with Shift. */
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
 * Returns the character of a key, '' for none. With an input method on, `key` is its output (a Hangul letter, or
 * `Process`) and only `code` identifies the key.
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
 * Returns a `keydown` listener for a hardware scanner, which types like a keyboard. It calls `onScan` with the text of
 * each burst that ends with Enter. It ignores keys typed into a field, and prevents the default action of keys within a
 * burst, so that none presses a button.
 */
export const createWedge = (onScan: (text: string) => void): ((event: KeyboardEvent) => void) => {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return (event) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof HTMLElement && target.matches('input, textarea, select')) return
    const burst = event.timeStamp - last < BURST_MS
    if (isEnter(event)) {
      if (burst && text.length >= SCAN_MIN_CHARS) {
        event.preventDefault()
        onScan(text)
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
