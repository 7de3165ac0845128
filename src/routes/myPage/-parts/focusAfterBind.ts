import { useCallback } from 'react'

/** The pass whose code takes the focus when it appears: the button that set it up is gone by then. */
let expected: string | null = null

/**
 * Lets the code of the pass take the focus when it appears. Call it before the pass is set up on this phone: its code may
 * appear before the answer is handled. Returns a function that ends the wait, for a pass that was not set up.
 */
export const expectCode = (passUid: string): (() => void) => {
  expected = passUid
  return () => {
    if (expected === passUid) expected = null
  }
}

/** Returns a ref for the code of the pass: it takes the focus once after `expectCode`, unless something else has it. */
export const useExpectedCode = (passUid: string): ((code: HTMLElement | null) => void) =>
  useCallback(
    (code) => {
      if (!code || expected !== passUid) return
      expected = null
      if (document.activeElement === null || document.activeElement === document.body) code.focus()
    },
    [passUid],
  )
