// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Stepper } from '#ui/stepper.tsx'
import { mountScreen } from '../harness/screen.tsx'

function Quantity({ onChange }: { onChange: (value: number) => void }) {
  const [value, setValue] = useState(2)
  return (
    <Stepper
      label="Quantity"
      value={value}
      min={1}
      max={3}
      onChange={(next) => {
        onChange(next)
        setValue(next)
      }}
    />
  )
}

test.each([
  ['One more', 3],
  ['One fewer', 1],
])(
  '“%s” keeps the focus at the end of the range, says that it is disabled, and changes nothing more',
  async (name, end) => {
    const values: number[] = []
    const { button, press } = await mountScreen(<Quantity onChange={(value) => values.push(value)} />)
    const step = button(name)
    step?.focus()
    expect(step?.getAttribute('aria-disabled')).toBe('false')
    press(name)
    press(name)
    expect(values).toEqual([end])
    expect(step?.getAttribute('aria-disabled')).toBe('true')
    // Browsers take the focus from a button that is disabled; jsdom does not.
    expect(step?.disabled).toBe(false)
    expect(document.activeElement).toBe(step)
  },
)
