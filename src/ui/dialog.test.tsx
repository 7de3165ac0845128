// @vitest-environment jsdom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { mountScreen } from '../../tests/harness/screen.tsx'
import { waitUntil } from '../../tests/harness/tabs.ts'
import { Dialog } from './dialog.tsx'

/** Presses Enter in the field with this label; returns whether the browser would submit the form of the field. */
const submitsByEnter = (element: HTMLElement, label: string): boolean => {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  flushSync(() => element.querySelector(`[aria-label="${label}"]`)?.dispatchEvent(event))
  return !event.defaultPrevented
}

test('Enter in a dialog submits no form around it, and is reported to the dialog of the field only', async () => {
  let entered: string[] = []
  const { element } = await mountScreen(
    <form>
      <input aria-label="Outer" />
      <Dialog open onClose={() => undefined} onEnter={() => entered.push('outer')} title="Outer dialog">
        <input aria-label="Field" />
        <button type="button" aria-label="Button" />
        <textarea aria-label="Text" />
        <Dialog open onClose={() => undefined} onEnter={() => entered.push('inner')} title="Inner dialog">
          <input aria-label="Inner field" />
        </Dialog>
      </Dialog>
    </form>,
  )
  const press = (label: string) => {
    entered = []
    return [submitsByEnter(element, label), entered]
  }
  expect(press('Outer')).toEqual([true, []])
  expect(press('Field')).toEqual([false, ['outer']])
  expect(press('Inner field')).toEqual([false, ['inner']])
  expect(press('Button')).toEqual([true, []])
  expect(press('Text')).toEqual([true, []])
})

test('Enter submits a form that the dialog contains', async () => {
  const { element } = await mountScreen(
    <Dialog open onClose={() => undefined} title="Dialog">
      <form>
        <input aria-label="Field" />
      </form>
    </Dialog>,
  )
  expect(submitsByEnter(element, 'Field')).toBe(true)
})

function Nested({ onClosed }: { onClosed: () => void }) {
  const [isOuterOpen, setOuterOpen] = useState(true)
  const [isInnerOpen, setInnerOpen] = useState(true)
  return (
    <Dialog open={isOuterOpen} onClose={() => setOuterOpen(false)} title="Outer dialog">
      <Dialog
        open={isInnerOpen}
        onClose={() => {
          setInnerOpen(false)
          onClosed()
        }}
        title="Inner dialog"
      />
    </Dialog>
  )
}

test('Escape closes the inner dialog alone, and then the outer one', async () => {
  let closings = 0
  const { element } = await mountScreen(<Nested onClosed={() => (closings += 1)} />)
  const openDialogs = () => [...element.querySelectorAll('dialog')].filter(({ open }) => open)
  const escape = () => openDialogs().at(-1)?.close()
  expect(openDialogs()).toHaveLength(2)
  escape()
  await waitUntil(() => closings === 1, 'the closed inner dialog')
  expect(openDialogs()).toHaveLength(1)
  escape()
  await waitUntil(() => element.querySelector('h2') === null, 'the closed outer dialog')
})
