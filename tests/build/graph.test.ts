import { expect, test } from 'vitest'
import { Graph } from '../../scripts/build/graph.ts'

const graph = new Graph({
  'words.js': { file: 'assets/words-1.js', name: 'words' },
  'index.html': { file: 'assets/index-1.js', name: 'index', imports: ['router.js', 'react.js'], css: ['assets/a.css'] },
  'react.js': { file: 'assets/react-1.js', name: 'react' },
  'other.js': { file: 'assets/other-1.js', name: 'other' },
  'router.js': { file: 'assets/router-1.js', name: 'router', imports: ['react.js'] },
  'shared.js': { file: 'assets/shared-1.js', imports: ['react.js'] },
  'picture.js': { file: 'assets/picture-1.png' },
  'src/routes/home.tsx?tsr-split=component': { file: 'assets/home-1.js', imports: ['shared.js', 'picture.js'] },
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
  'style.css': { file: 'assets/style-1.css' },
})

test('packages are listed in dependency order, and nothing else is', () => {
  expect(graph.vendors).toEqual(['/assets/react-1.js', '/assets/router-1.js', '/assets/words-1.js'])
})

test('a screen needs the application, its own chunk and their imports, each once, and only scripts', () => {
  const frame = ['/assets/index-1.js', '/assets/router-1.js', '/assets/react-1.js']
  expect(graph.scripts([])).toEqual(frame)
  expect(graph.scripts(['/home'])).toEqual([...frame, '/assets/home-1.js', '/assets/shared-1.js'])
  expect(graph.scripts(['/join/'])).toEqual([...frame, '/assets/join-1.js'])
  expect(graph.scripts(['/join'])).toEqual([...frame, '/assets/joinFrame-1.js'])
  expect(graph.scripts(['/pass'])).toEqual([...frame, '/assets/pass-1.js'])
  expect(graph.scripts(['/home', '/attractions/$detail'])).toEqual([
    ...frame,
    '/assets/home-1.js',
    '/assets/shared-1.js',
    '/assets/detail-1.js',
  ])
})

test('the application, the style sheet and the sentences are found by name, and a build without them stops', () => {
  expect(graph.entry).toBe('/assets/index-1.js')
  expect(graph.styles).toBe('/assets/style-1.css')
  expect(graph.messages('en', 'first')).toBe('/assets/messages-en-1.js')
  expect(graph.messages('en', 'rest')).toBe('/assets/messages-en-2.js')
  expect(() => graph.messages('ko', 'rest')).toThrow('the build has no locales/ko.po?rest')
})
