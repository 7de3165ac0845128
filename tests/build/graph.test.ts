import { expect, test } from 'vitest'
import { Graph } from '../../scripts/build/graph.ts'

const graph = new Graph({
  'words.js': { file: 'assets/words-1.js', name: 'words' },
  'src/routeTree.gen.ts': { file: 'assets/table-1.js', name: 'table', dynamicImports: ['guard.js'] },
  'guard.js': { file: 'assets/guard-1.js', name: 'forms' },
  'index.html': {
    file: 'assets/index-1.js',
    name: 'index',
    imports: ['router.js', 'react.js'],
    css: ['assets/a.css'],
    dynamicImports: [
      'src/routeTree.gen.ts',
      'src/routes/homeTown.tsx?tsr-split=component',
      'late.js',
      'locales/en.po?rest',
      'locales/en.po?screens',
    ],
  },
  'late.js': { file: 'assets/late-1.js' },
  'react.js': { file: 'assets/react-1.js', name: 'react' },
  'other.js': { file: 'assets/other-1.js', name: 'other' },
  'router.js': { file: 'assets/router-1.js', name: 'router', imports: ['react.js'] },
  'shared.js': { file: 'assets/shared-1.js', imports: ['react.js'], css: ['assets/shared.css'] },
  'picture.js': { file: 'assets/picture-1.png' },
  'src/routes/home.tsx?tsr-split=component': {
    file: 'assets/home-1.js',
    imports: ['shared.js', 'picture.js'],
    css: ['assets/home.css'],
    dynamicImports: ['dialog.js'],
  },
  'dialog.js': { file: 'assets/dialog-1.js', css: ['assets/dialog.css'] },
  'src/routes/homeTown.tsx?tsr-split=component': { file: 'assets/homeTown-1.js' },
  'src/routes/join/index.tsx?tsr-split=component': { file: 'assets/join-1.js' },
  'src/routes/join.tsx?tsr-split=component': { file: 'assets/joinFrame-1.js' },
  'src/routes/pass/route.tsx?tsr-split=component': { file: 'assets/pass-1.js' },
  'src/routes/attractions/$detail.tsx?tsr-split=component': {
    file: 'assets/detail-1.js',
    imports: ['shared.js'],
    dynamicImports: ['other.js'],
  },
  'locales/en.po?first': { file: 'assets/messages-en-1.js' },
  'locales/en.po?rest': { file: 'assets/messages-en-2.js' },
  'locales/en.po?screens': { file: 'assets/messages-en-3.js' },
})

test('packages are listed in dependency order, and nothing else is', () => {
  expect(graph.vendors).toEqual(['/assets/react-1.js', '/assets/router-1.js', '/assets/words-1.js'])
})

test('a screen needs the application, its own chunk and their imports, each once, and only scripts', () => {
  const frame = ['/assets/index-1.js', '/assets/router-1.js', '/assets/react-1.js']
  const table = '/assets/table-1.js'
  expect(graph.scripts([])).toEqual(frame)
  expect(graph.scripts(['/home'])).toEqual([...frame, '/assets/home-1.js', '/assets/shared-1.js'])
  expect(graph.scripts(['/join/'])).toEqual([...frame, table, '/assets/join-1.js'])
  expect(graph.scripts(['/join'])).toEqual([...frame, table, '/assets/joinFrame-1.js'])
  expect(graph.scripts(['/pass'])).toEqual([...frame, table, '/assets/pass-1.js'])
  expect(graph.scripts(['/home', '/attractions/$detail'])).toEqual([
    ...frame,
    table,
    '/assets/home-1.js',
    '/assets/shared-1.js',
    '/assets/detail-1.js',
  ])
})

test('a screen needs the sheets of the application, of its chunk and of their imports, each after those it imports', () => {
  expect(graph.styles([])).toEqual(['/assets/a.css'])
  expect(graph.styles(['/home'])).toEqual(['/assets/a.css', '/assets/shared.css', '/assets/home.css'])
  expect(graph.styles(['/home', '/attractions/$detail'])).toEqual([
    '/assets/a.css',
    '/assets/shared.css',
    '/assets/home.css',
  ])
  expect(graph.stylesOfScreens.toSorted((a, b) => b.length - a.length)).toEqual([
    ['/assets/a.css', '/assets/shared.css', '/assets/home.css'],
    ['/assets/a.css', '/assets/shared.css'],
    ...Array.from({ length: 4 }, () => ['/assets/a.css']),
  ])
})

test('the files of a screen include what the application loads later, but no other screen, not its messages or guard, and nothing loaded on use', () => {
  expect([...graph.filesOf([])].toSorted()).toEqual(
    ['a.css', 'index-1.js', 'late-1.js', 'messages-en-2.js', 'react-1.js', 'router-1.js', 'table-1.js'].map(
      (name) => `/assets/${name}`,
    ),
  )
  expect([...graph.filesOf(['/home'])].toSorted()).toEqual(
    [
      'a.css',
      'home-1.js',
      'home.css',
      'index-1.js',
      'late-1.js',
      'messages-en-2.js',
      'picture-1.png',
      'react-1.js',
      'router-1.js',
      'shared-1.js',
      'shared.css',
      'table-1.js',
    ].map((name) => `/assets/${name}`),
  )
})

test('the application and the sentences are found by name, and a build without them stops', () => {
  expect(graph.entry).toBe('/assets/index-1.js')
  expect(graph.messages('en', 'first')).toBe('/assets/messages-en-1.js')
  expect(graph.messages('en', 'rest')).toBe('/assets/messages-en-2.js')
  expect(graph.messages('en', 'screens')).toBe('/assets/messages-en-3.js')
  expect(() => graph.messages('ko', 'rest')).toThrow('the build has no locales/ko.po?rest')
})
