import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { joinFacades } from '../../scripts/build/facades.ts'
import { Graph } from '../../scripts/build/graph.ts'
import { folderOf } from './folder.ts'

const FILES = {
  'assets/routes-1.js':
    'const a=()=>import(`./home-2.js`),b=()=>import("./gift-3.js"),c=()=>import(`./alone-4.js`),d=()=>import("./table-6.js"),e=()=>import("./extra-7.js");export{a,b,c,d,e};',
  'assets/home-2.js': 'export{n as component}from"./screens-5.js";',
  'assets/gift-3.js': 'export{t as component,$ as errorComponent,last}from"./screens-5.js";import"./base-8.js";\n',
  // It does more than to name exports.
  'assets/alone-4.js': 'import{n}from"./screens-5.js";export{n as component};',
  // No export of it is in use.
  'assets/table-6.js': 'import"./screens-5.js";',
  // It loads more than the other chunk does.
  'assets/extra-7.js': 'export{n}from"./screens-5.js";import"./alone-4.js";',
  'assets/screens-5.js': 'import"./base-8.js";const n=1,t=2,$=3,last=4;export{n,t,$,last};',
  '.vite/manifest.json': JSON.stringify({
    'index.html': { file: 'assets/routes-1.js' },
    'src/routes/home.tsx?tsr-split=component': { file: 'assets/home-2.js', imports: ['_screens-5.js'] },
    'src/routes/gift.tsx?tsr-split=component': { file: 'assets/gift-3.js', imports: ['_screens-5.js'] },
    '_screens-5.js': { file: 'assets/screens-5.js' },
  }),
}

test('a later import of a facade loads the chunk behind it and picks the exports, and the facade is gone', async () => {
  const folder = folderOf(FILES)
  await joinFacades(folder)
  expect(readdirSync(`${folder}/assets`).toSorted()).toEqual([
    'alone-4.js',
    'extra-7.js',
    'routes-1.js',
    'screens-5.js',
  ])
  const text = readFileSync(`${folder}/assets/routes-1.js`, 'utf8')
  const imported: string[] = []
  const load = async (file: string) => {
    imported.push(file)
    return import(
      `data:text/javascript,${encodeURIComponent(FILES['assets/screens-5.js'].replace('import"./base-8.js";', ''))}`
    ) as Promise<unknown>
  }
  const { a, b, c, d } = new Function('load', `${text.replaceAll('import(', 'load(').replace('export', 'return')}`)(
    load,
  ) as Record<string, () => Promise<object>>
  expect(await a?.()).toEqual({ component: 1 })
  expect(await b?.()).toEqual({ component: 2, errorComponent: 3, last: 4 })
  expect(await d?.()).toEqual({})
  await c?.()
  expect(imported).toEqual(['./screens-5.js', './screens-5.js', './screens-5.js', './alone-4.js'])
})

test('the graph of the build names the chunk behind a facade', async () => {
  const folder = folderOf(FILES)
  await joinFacades(folder)
  const graph = new Graph(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')))
  expect(graph.scripts(['/home'])).toEqual(['/assets/routes-1.js', '/assets/screens-5.js'])
})
