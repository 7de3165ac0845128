import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { NEWS } from '#server/modules/news/kinds.ts'

/** Where news and pushes lead, and which screens the seeded texts name. */

const tree = await readFile('src/routeTree.gen.ts', 'utf8')
const screens = new Set([...tree.matchAll(/fullPath: '(\/[^']*?)\/?'/g)].map(([, path = '']) => path || '/'))
const withheld = await readFile('docs/withheld-texts.md', 'utf8')
const labels = new Set(
  [...(await readFile('locales/en.po', 'utf8')).matchAll(/^msgid "(.+)"$/gm)].map(([, text = '']) => text),
)

test.each(Object.entries(NEWS))('news of the kind %s leads to a screen that exists', (_, { path }) => {
  expect([...screens]).toContain(path)
})

/** English texts of the seed, each with the place it stands at. */
const texts = async (): Promise<[place: string, text: string][]> => {
  const files = (await readdir('server/db/seed')).filter((name) => name.endsWith('.json'))
  const walk = (value: unknown, place: string): [string, string][] => {
    if (typeof value === 'string') return place.endsWith('.en') ? [[place, value]] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => walk(inner, `${place}.${key}`))
  }
  const all = await Promise.all(
    files.map(async (name) => walk(JSON.parse(await readFile(`server/db/seed/${name}`, 'utf8')), name)),
  )
  return all.flat()
}

test('a seeded text that leads to an item of My Page without a screen is listed as withheld', async () => {
  const named = (await texts()).flatMap(([place, text]) =>
    [...text.matchAll(/My Page > ((?:[A-Z]\w+ ?)+)/g)].map(([, item = '']) => ({ place, item: item.trim() })),
  )
  expect(named.length).toBeGreaterThan(0)
  const missing = named.filter(({ item }) => !labels.has(item))
  expect(missing.filter(({ place, item }) => !withheld.includes(`| \`${place}\` | ${item} |`))).toEqual([])
})

test('what is listed as withheld still has no screen', () => {
  const rows = [...withheld.matchAll(/^\| `[^`]+` \| [^|]+ \| `(\/[^`]+)` \|$/gm)].map(([, path = '']) => path)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((path) => screens.has(path))).toEqual([])
})
