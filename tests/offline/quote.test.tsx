// @vitest-environment jsdom
import { StrictMode, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { useQuote } from '#routes/pass/-parts/useQuote.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openSignedIn } from './setup.ts'

let leave = (): void => undefined
afterEach(() => leave())

const PRICED = /POST .*pass\/buyPassPayInfo/
const WANTED = { gdsDtlUid: 'pass-24h-mobile', passCnt: 1 }

/** Renders the payment screen in Strict Mode, so that React mounts, unmounts and mounts it again. */
const paying = async (firstPromo: string) => {
  const { network, tab } = await openSignedIn()
  replaceRuntime(tab.runtime)
  let line = Promise.resolve()
  const failures: string[] = []
  network.fault(
    PRICED,
    async (request) => {
      await line
      const { promoCode } = (await request.json()) as { promoCode?: string }
      if (failures.length > 0) return answer(500, failures.shift() ?? '')
      return promoCode === 'BAD'
        ? answer(422, 'E_PROMO_CODE')
        : answer(200, '200', {
            quoteUid: promoCode ?? 'plain',
            amount: 1_000,
            expiresAt: tab.runtime.clock.now() + 60_000,
          })
    },
    Infinity,
  )
  const renders: ReturnType<typeof useQuote>[] = []
  function Screen(): ReactNode {
    renders.push(useQuote(WANTED, firstPromo))
    return null
  }
  const root = createRoot(document.createElement('div'))
  leave = () => root.unmount()
  flushSync(() =>
    root.render(
      <StrictMode>
        <Screen />
      </StrictMode>,
    ),
  )
  return {
    last: () => renders.at(-1) as ReturnType<typeof useQuote>,
    sentQuotes: () =>
      network.sentRequests.filter(({ method, path }) => PRICED.test(`${method} ${path}`)).map(({ body }) => body),
    /** Codes of the next answers. */
    failures,
    /** Holds the next answers until the returned function is called. */
    hold: () => {
      const held = Promise.withResolvers<void>()
      line = held.promise
      return held.resolve
    },
  }
}

test('a screen that is mounted, unmounted and mounted again requests its price once', async () => {
  const { last, sentQuotes } = await paying('')
  await waitUntil(() => last().quote !== null)
  expect(last()).toMatchObject({ quote: { quoteUid: 'plain' }, busy: false, failure: null })
  expect(sentQuotes()).toEqual([JSON.stringify(WANTED)])
})

test('of two codes that are applied at once the later one is sent', async () => {
  const { last, sentQuotes } = await paying('')
  await waitUntil(() => last().quote !== null)
  await Promise.all([last().apply('FIRST'), last().apply('SECOND')])
  await waitUntil(() => last().quote?.quoteUid === 'SECOND')
  expect(sentQuotes().slice(1)).toEqual([JSON.stringify({ ...WANTED, promoCode: 'SECOND' })])
})

test('after a refused code the price is requested once more without it, but not by a screen that was left', async () => {
  const { last, sentQuotes, hold } = await paying('BAD')
  await waitUntil(() => last().quote !== null)
  expect(last()).toMatchObject({ quote: { quoteUid: 'plain' }, refusedPromo: 'BAD' })
  expect(sentQuotes()).toHaveLength(2)
  const letGo = hold()
  const applying = last().apply('BAD')
  await waitUntil(() => sentQuotes().length === 3)
  leave()
  letGo()
  await applying
  expect(sentQuotes()).toHaveLength(3)
})

test('a request that fails leaves the last price, and a retry repeats the choice; one that is refused has no price', async () => {
  const { last, sentQuotes, failures } = await paying('')
  await waitUntil(() => last().quote !== null)
  failures.push('E_INTERNAL')
  await last().apply('FIRST')
  await waitUntil(() => last().failure !== null)
  expect(last()).toMatchObject({ quote: { quoteUid: 'plain' }, appliedPromo: '', failure: { code: 'E_INTERNAL' } })
  await last().retry()
  await waitUntil(() => last().failure === null)
  expect(last()).toMatchObject({ quote: { quoteUid: 'FIRST' }, appliedPromo: 'FIRST', failure: null })
  expect(sentQuotes().slice(1)).toEqual([1, 2].map(() => JSON.stringify({ ...WANTED, promoCode: 'FIRST' })))
  failures.push('E_NOT_ON_SALE')
  await last().renew()
  await waitUntil(() => last().failure !== null)
  expect(last()).toMatchObject({ quote: null, failure: { code: 'E_NOT_ON_SALE' } })
})
