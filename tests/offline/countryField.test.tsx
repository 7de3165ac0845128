// @vitest-environment jsdom
import { useLingui } from '@lingui/react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { CountryField } from '#routes/-shared/person/personFields.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** The choice of a country, in which those likely for the language come first. */

const country = [
  { code: 'KR', name: 'Korea', dial: '+82' },
  { code: 'TW', name: 'Taiwan', dial: '+886' },
]

function Form() {
  const { i18n } = useLingui()
  const { register, handleSubmit, setValue } = useForm({ defaultValues: { ntnCd: '', sent: '' } })
  return (
    <form onSubmit={(event) => void handleSubmit(({ ntnCd }) => setValue('sent', ntnCd))(event)}>
      <CountryField id="country" registration={register('ntnCd')} />
      <button type="button" onClick={() => i18n.loadAndActivate({ locale: 'cht', messages: {} })}>
        繁體中文
      </button>
      <button type="submit">Send</button>
      <input {...register('sent')} aria-label="Sent" />
    </form>
  )
}

test('a change of language, in which other countries come first, keeps the chosen country', async () => {
  const { browser, network } = openWithPeer()
  network.fault(/GET .*account\/code/, async () => answer(200, '200', { country }), Infinity)
  replaceRuntime((await browser.tab()).runtime)
  const { element, press } = await mountScreen(<Form />)
  const select = () => element.querySelector('select') as HTMLSelectElement
  const options = () => [...select().options].map(({ value }) => value)
  await waitUntil(() => options().length === 3, 'the countries')
  flushSync(() => {
    select().value = 'TW'
    select().dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(options()).toEqual(['', 'KR', 'TW'])
  press('繁體中文')
  await waitUntil(() => options()[1] === 'TW', 'the other order')
  expect(select().value).toBe('TW')
  press('Send')
  await waitUntil(() => element.querySelector('input')?.value !== '', 'what the form sends')
  expect(element.querySelector('input')?.value).toBe('TW')
})
