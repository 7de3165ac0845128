import { expect, test } from 'vitest'
import { chunksOf } from '../../scripts/build/chunks.ts'
import { firstModulesOf, moduleGraphOf, segmentOf, type Module, type Modules } from '../../scripts/build/moduleGraph.ts'

const module = (
  importedIds: readonly string[] = [],
  dynamicallyImportedIds: readonly string[] = [],
  code = '',
): Module => ({
  importedIds,
  dynamicallyImportedIds,
  code,
})
const screen = (path: string): string => `/r/src/routes/${path}.tsx?tsr-split=component`
const BIG = 'x'.repeat(20_000)
const DEXIE = '/r/node_modules/dexie/dexie.mjs'
const ZOD = '/r/node_modules/zod/index.js'
const STEPS = '/r/src/routes/-shared/reserve/index.tsx'
const BARREL = '/r/node_modules/lucide-react/dist/lucide-react.mjs'
const icon = (name: string): string => `/r/node_modules/lucide-react/dist/icons/${name}.mjs`

const MODULES: Record<string, Module> = {
  '/r/index.html': module(['/r/src/main.tsx']),
  '/r/src/main.tsx': module(['/r/src/router.tsx', '/r/src/frame.tsx'], ['/r/src/worker.ts']),
  '/r/src/router.tsx': module(['/r/src/routes/home.tsx'], ['/r/src/routeTree.gen.ts']),
  '/r/src/routes/home.tsx': module([], [screen('home')]),
  '/r/src/routeTree.gen.ts': module(['/r/src/routes/home.tsx', '/r/src/routes/all.tsx']),
  '/r/src/routes/all.tsx': module(
    ['/r/src/returnTo.ts', '/r/src/address.ts', '/r/src/outcome.ts'],
    [
      screen('pass/index'),
      screen('pass/pay'),
      screen('gift'),
      screen('load'),
      screen('test'),
      screen('setting'),
    ].concat(screen('hotel'), screen('join'), screen('myPage/coupon'), screen('myPage/refund'), '/r/src/redirect.ts'),
  ),
  '/r/src/returnTo.ts': module(),
  '/r/src/address.ts': module(),
  '/r/src/outcome.ts': module(),
  '/r/src/frame.tsx': module(
    [BARREL, '/r/src/address.ts'],
    ['/r/src/runtime.ts', '/r/src/menu.tsx', '/r/src/lonely.tsx'],
    "import { Home } from 'lucide-react'",
  ),
  '/r/src/worker.ts': module(),
  '/r/src/lonely.tsx': module(),
  '/r/src/menu.tsx': module(['/r/src/worker.ts', '/r/src/dialog.tsx', '/r/src/outcome.ts']),
  '/r/src/runtime.ts': module([DEXIE, '/r/src/outbox.ts', '/r/contract/rule.ts']),
  '/r/src/outbox.ts': module([DEXIE]),
  '/r/contract/rule.ts': module(),
  [DEXIE]: module(),
  [ZOD]: module(),
  [BARREL]: module(
    [icon('house'), icon('search'), icon('x')],
    [],
    "export { default as Home, default as House } from './icons/house.mjs'\nexport { default as Search } from './icons/search.mjs'\nexport { default as X } from './icons/x.mjs'",
  ),
  [icon('house')]: module(),
  [icon('search')]: module(),
  [icon('x')]: module(),
  '/r/src/dialog.tsx': module([BARREL], [], "import { X as Close } from 'lucide-react'"),
  [screen('home')]: module([BARREL, '/r/src/tag.tsx', '/r/src/hero.tsx'], [], "import { Search } from 'lucide-react'"),
  '/r/src/tag.tsx': module(),
  '/r/src/hero.tsx': module(),
  [screen('pass/index')]: module(
    ['/r/src/tag.tsx', '/r/src/dialog.tsx', '/r/contract/rule.ts', '/r/src/coupon.tsx', '/r/src/list.tsx'],
    [],
    BIG,
  ),
  [screen('pass/pay')]: module(['/r/src/price.tsx', '/r/src/field.tsx'], ['/r/src/estimator.ts'], BIG),
  '/r/src/price.tsx': module(),
  '/r/src/estimator.ts': module(),
  '/r/src/field.tsx': module([ZOD]),
  [screen('gift')]: module(['/r/src/field.tsx', '/r/src/dialog.tsx', '/r/src/list.tsx'], [], BIG),
  [screen('hotel')]: module([], [STEPS]),
  [STEPS]: module(['/r/src/coupon.tsx']),
  '/r/src/coupon.tsx': module(),
  [screen('load')]: module(['/r/src/outbox.ts', '/r/src/figures.ts']),
  [screen('setting')]: module(),
  [screen('join')]: module(['/r/src/row.tsx', '/r/src/draft.ts', '/r/src/cache.ts'], [], BIG),
  [screen('myPage/coupon')]: module(['/r/src/row.tsx', '/r/src/cache.ts'], [], BIG),
  [screen('myPage/refund')]: module(['/r/src/draft.ts'], [], BIG),
  '/r/src/row.tsx': module(),
  '/r/src/cache.ts': module([DEXIE]),
  '/r/src/draft.ts': module([ZOD]),
  '/r/src/redirect.ts': module(['/r/src/draft.ts']),
  '/r/src/list.tsx': module(),
  [screen('test')]: module(['/r/src/figures.ts']),
  '/r/src/figures.ts': module([DEXIE]),
}
const modulesOf = (all: Record<string, Module>): Modules => ({
  graph: moduleGraphOf(new Map(Object.entries(all)), BARREL),
  entries: ['/r/index.html'],
})
const chunks = chunksOf(modulesOf(MODULES))
const membersOf = (name: string): string[] =>
  [...chunks].flatMap(([id, chunk]) => (chunk === name ? [id.replace('/r/', '')] : [])).toSorted()

test('a module is in the chunk of what loads it', () => {
  expect(membersOf('routes')).toEqual(['src/router.tsx', 'src/routes/home.tsx'])
  // `returnTo.ts` is imported by route files only; the frame and its menu need the two others without the table.
  expect(membersOf('table')).toEqual(['src/returnTo.ts', 'src/routeTree.gen.ts', 'src/routes/all.tsx'])
  expect(membersOf('base')).toEqual([
    icon('house').slice(3),
    BARREL.slice(3),
    'src/address.ts',
    'src/frame.tsx',
    'src/outcome.ts',
  ])
  expect(membersOf('early')).toEqual(['src/worker.ts'])
  expect(membersOf('common')).toEqual(['src/tag.tsx'])
  expect(membersOf('home')).toEqual([icon('search').slice(3), 'src/hero.tsx', screen('home').slice(3)])
  expect(membersOf('rules')).toEqual(['contract/rule.ts'])
  expect(membersOf('runtime')).toEqual([DEXIE.slice(3), 'src/outbox.ts', 'src/runtime.ts'])
  expect(membersOf('shared')).toEqual([icon('x').slice(3), 'src/dialog.tsx', 'src/row.tsx'])
  expect(membersOf('database')).toEqual(['src/cache.ts'])
  // `redirect.ts` is loaded by the table of addresses.
  expect(membersOf('forms')).toEqual([ZOD.slice(3), 'src/draft.ts', 'src/redirect.ts'])
  expect(membersOf('screens')).toEqual(['src/list.tsx'])
  expect(membersOf('screensDatabase')).toEqual(['src/figures.ts'])
  expect(membersOf('screensForms')).toEqual(['src/field.tsx'])
  expect(membersOf('payment')).toEqual(['src/coupon.tsx'])
  expect(membersOf('parts')).toEqual(['src/menu.tsx'])
})

test('screens share a chunk with those of their group, apart from forms and storage, and small groups share one', () => {
  expect(membersOf('pass')).toEqual([screen('pass/index').slice(3)])
  expect(membersOf('passForms')).toEqual(['src/price.tsx', screen('pass/pay').slice(3)])
  expect(membersOf('giftForms')).toEqual([screen('gift').slice(3)])
  expect(membersOf('others')).toEqual([screen('hotel').slice(3), screen('setting').slice(3)])
  expect(membersOf('othersDatabase')).toEqual([screen('load').slice(3), screen('test').slice(3)])
})

test('the entry, a lazy part that shares nothing and what a screen loads on use are left to the bundler', () => {
  for (const id of ['/r/index.html', '/r/src/main.tsx', '/r/src/lonely.tsx', '/r/src/estimator.ts', STEPS])
    expect([id, chunks.get(id)]).toEqual([id, undefined])
})

test('no chunk changes when a file has another name', () => {
  const renamed = (text: string): string =>
    text.replaceAll('/r/src/dialog.tsx', '/r/src/popup.tsx').replaceAll('/r/src/hero.tsx', '/r/src/top.tsx')
  const renamedChunks = chunksOf(modulesOf(JSON.parse(renamed(JSON.stringify(MODULES)))))
  expect([...renamedChunks].toSorted()).toEqual([...chunks].map(([id, chunk]) => [renamed(id), chunk]).toSorted())
})

test('an importer of the icons loads those that it names, not all', () => {
  const { frame, firstScreen } = firstModulesOf(modulesOf(MODULES))
  expect(frame.has(icon('house'))).toBe(true)
  expect(frame.has(icon('search'))).toBe(false)
  expect(firstScreen.has(icon('search'))).toBe(true)
  expect(firstScreen.has(icon('x'))).toBe(false)
})

test('the addresses of all kinds of goods are one group, as they show the same screens', () => {
  const segments = ['hotel/index', 'tour/$goodsId', 'activity/index', 'voucher/$goodsId'].map((path) =>
    segmentOf(screen(path)),
  )
  expect(new Set(segments)).toEqual(new Set(['goods']))
  expect(segmentOf(screen('pass/index'))).toBe('pass')
})
