import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { card } from '#server/db/schema/card.ts'
import { hasCheckDigit } from '#contract/rules/card.ts'
import { cardHash } from '#server/modules/card/hashes.ts'
import { openApp } from '../harness/app.ts'
import { type App, signUpMember } from '../harness/factories.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'

const PRODUCT = 'pass-48h-card'

let app: App
let terminal: Terminal
beforeAll(async () => {
  app = await openApp({ engine: 'embedded' })
  terminal = await openTerminal(app)
})
afterAll(() => app.close())

const type = (...args: string[]) => terminal.type('card', 'load', ...args)
const file = async (text: string) => {
  const path = join(app.deps.config.dataDir, 'numbers.txt')
  await writeFile(path, text)
  return path
}
const stored = (numbers: string[]) =>
  app.deps.db
    .select()
    .from(card)
    .where(
      inArray(
        card.numberHash,
        numbers.map((number) => cardHash(app.deps.keys, number)),
      ),
    )

test("card:load is refused without the operator's token", async () => {
  const { accessToken } = await signUpMember(app)
  const before = (await app.deps.db.select().from(card)).length
  for (const headers of [{}, { authorization: `Bearer ${accessToken}` }]) {
    const request = { method: 'POST' as const, url: `/operator/cards/${PRODUCT}`, headers, payload: '3' }
    expect((await app.app.inject(request)).statusCode).toBe(401)
  }
  expect(await app.deps.db.select().from(card)).toHaveLength(before)
})

test('card:load refuses other products, bad counts, invalid and known numbers, and then stores none', async () => {
  expect(await type(PRODUCT)).toContain('Which?')
  expect(await type(PRODUCT, join(app.deps.config.dataDir, 'none'))).toContain('cannot be read')
  for (const product of ['pass-24h-mobile', 'nothing']) expect(await type(product, '2')).toContain('no card product')
  for (const count of ['0', '1001']) expect(await type(PRODUCT, count)).toContain('from 1 to 1000')
  // One digit wrong, one digit missing, and a QR code instead of a number.
  for (const wrong of ['4539578763621487', '453957876362148', 'HPCARD4539578763'])
    expect(await type(PRODUCT, await file(`4539578763621486\n${wrong}\n`))).toContain('check digit')
  expect(await type(PRODUCT, await file('4539578763621486\n4539578763621486'))).toContain('known already')
  expect(await stored(['4539578763621486'])).toEqual([])
})

test('card:load generates numbers with a check digit and QR codes unrelated to them', async () => {
  const lines = (await type(PRODUCT, '7')).split('\n').map((line) => line.split('\t'))
  expect(lines).toHaveLength(7)
  const numbers = lines.map(([number = '']) => number)
  for (const [number = '', qr = ''] of lines) {
    expect(hasCheckDigit(number)).toBe(true)
    expect(qr).toMatch(/^HPCARD[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(qr).not.toContain(number)
  }
  expect(new Set(lines.map(([, qr]) => qr)).size).toBe(7)
  expect(await stored(numbers)).toHaveLength(7)
  for (const row of await stored(numbers)) expect(row).toMatchObject({ gdsUid: PRODUCT, state: 'stock', passUid: null })
})

test('card:load takes the numbers of a file, once', async () => {
  const path = await file(' 4539578763621486 \n\n6011000990139424\n')
  const output = await type(PRODUCT, path)
  expect(output).toMatch(/^4539578763621486\tHPCARD\w{16}\n6011000990139424\tHPCARD\w{16}$/)
  expect(await type(PRODUCT, path)).toContain('known already')
})
