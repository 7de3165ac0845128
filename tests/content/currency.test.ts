import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rates } from '#contract/calls/currency.ts'
import { openApp } from '../harness/app.ts'

/** The rates for prices in other currencies, for everybody. */

test('the call refuses a query, and answers the operator’s rates with their date', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rates-'))
  const path = join(folder, 'rates.json')
  writeFileSync(path, JSON.stringify({ date: '2026-01-02', source: 'A bank', krwPerUnit: { HKD: '180.5' } }))
  const app = await openApp({ engine: 'embedded', env: { CURRENCY_RATES: path } })
  try {
    expect((await app.call(rates, { query: { currency: 'HKD' } as never })).http).toBe(422)
    expect((await app.call(rates)).data).toEqual({
      table: {
        date: '2026-01-02',
        source: 'A bank',
        sampleYn: 'N',
        rates: [{ currency: 'HKD', rate: 1_805_000 }],
      },
    })
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
})

test('the sandbox answers samples, and an unchanged answer is not sent again', async () => {
  const app = await openApp({ engine: 'embedded' })
  try {
    expect((await app.call(rates)).data?.table?.sampleYn).toBe('Y')
    const first = await app.app.inject({ url: '/api/v1/currency/rates' })
    const unchanged = await app.app.inject({
      url: '/api/v1/currency/rates',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([first.statusCode, unchanged.statusCode]).toEqual([200, 304])
  } finally {
    await app.close()
  }
})
