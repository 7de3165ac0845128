// @vitest-environment jsdom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { mountScreen, type } from '../../../tests/harness/screen.tsx'
import { SearchField } from './searchField.tsx'

/** Mounts a field whose word changes by typing, and by links as buttons: “all”, and “spa”. */
const mountField = async (start: string) => {
  function Screen() {
    const [word, setWord] = useState(start)
    return (
      <>
        <SearchField label="Search" placeholder="" word={word} onWord={setWord} />
        <output>{word}</output>
        <button type="button" onClick={() => setWord('')}>
          all
        </button>
        <button type="button" onClick={() => setWord('spa')}>
          spa
        </button>
      </>
    )
  }
  const screen = await mountScreen(<Screen />)
  const field = screen.element.querySelector('input')
  if (!field) throw new Error('no field')
  return { ...screen, field, word: () => screen.element.querySelector('output')?.textContent }
}

test('the field shows the word of the address after a link has changed it', async () => {
  const { field, press } = await mountField('zzzz')
  expect(field.value).toBe('zzzz')
  press('all')
  expect(field.value).toBe('')
  type(field, 'market')
  press('spa')
  expect(field.value).toBe('spa')
})

test('a word that is being typed stays as it is, with its spaces, while the address changes', async () => {
  const { field, press, word } = await mountField('')
  flushSync(() => field.focus())
  type(field, ' sea ')
  expect([field.value, word()]).toEqual([' sea ', 'sea '])
  press('spa')
  expect([field.value, word()]).toEqual([' sea ', 'spa'])
})

test('the spaces of a word that is in the address stay in the field', async () => {
  const { field, press } = await mountField('')
  type(field, ' spa ')
  press('spa')
  expect(field.value).toBe(' spa ')
})
