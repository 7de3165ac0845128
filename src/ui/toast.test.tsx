// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { mountScreen } from '../../tests/harness/screen.tsx'
import { ToastCard } from './toast.tsx'
import { showToast, useVisibleToast } from './useToast.ts'

function Frame() {
  const toast = useVisibleToast()
  return (
    <main>
      <h1>Favourites</h1>
      <button type="button">Remove</button>
      {toast && <ToastCard toast={toast} />}
    </main>
  )
}

const showUndo = () => flushSync(() => showToast({ text: 'Removed', action: { label: 'Undo', onAction: () => {} } }))

test('a toast that is answered returns the focus to where it came from', async () => {
  const { button, press } = await mountScreen(<Frame />)
  showUndo()
  button('Remove')?.focus()
  button('Undo')?.focus()
  press('Undo')
  expect(document.activeElement).toBe(button('Remove'))
})

test('where the element is gone, the focus goes to the heading of the screen', async () => {
  const { element, button, press } = await mountScreen(<Frame />)
  showUndo()
  button('Undo')?.focus()
  press('Undo')
  expect(document.activeElement).toBe(element.querySelector('h1'))
})
