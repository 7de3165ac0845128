import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { messages, messagesOf } from '../../scripts/build/messages.ts'
import { readModules } from '../../scripts/build/moduleGraph.ts'
import { folderOf } from './folder.ts'

/** An entry of a catalogue: id, text, and the files that use it. */
const entry = (id: string, text: string, ...references: string[]): string =>
  ['#. js-lingui-explicit-id', ...references.map((file) => `#: ${file}`), `msgid "${id}"`, `msgstr "${text}"`].join(
    '\n',
  )
const catalogue = (...entries: string[]): string =>
  ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"', ...entries].join('\n\n')

const CLIENT = 'src/anywhere.tsx'
const SERVER = 'server/messages/news.ts'
const ENGLISH = catalogue(
  entry('home', 'Home', CLIENT),
  entry('menu', 'Menu', CLIENT),
  entry('gift', 'Gift', CLIENT),
  entry('ticket', 'Ticket', CLIENT),
  entry('shared', 'Shared', SERVER, CLIENT),
  entry('news', 'News', SERVER),
)

test('an untranslated sentence is in English, an obsolete one and those of the server alone are left out', () => {
  const korean = catalogue(
    entry('home', '홈', CLIENT),
    entry('gift', '', CLIENT),
    '#~ msgid "both"\n#~ msgstr "둘"',
    entry('late', '', CLIENT),
    entry('news', '뉴스', SERVER),
  )
  expect(messagesOf(korean, ENGLISH, () => true)).toEqual({ home: ['홈'], gift: ['Gift'], late: ['late'] })
  expect(messagesOf(korean, ENGLISH, (id) => id === 'home')).toEqual({ home: ['홈'] })
})

/** Builds an application with home, My Page and one other screen; returns the folder of the build. */
const distOf = async (english: string): Promise<string> => {
  const folder = folderOf({
    'locales/en.po': english,
    'src/main.js': `import('./routes/home.tsx?tsr-split=component'); import('./routes/gift.tsx?tsr-split=component');
      import('./routes/myPage/index.tsx?tsr-split=component');
      console.log({ id: 'frame' }, import('../locales/en.po?first'), import('../locales/en.po?rest'), import('../locales/en.po?screens'))`,
    'src/routes/home.tsx': `import('../menu.js'); document.title = { id: 'home' }`,
    'src/routes/gift.tsx': `import '../ticket.js'; document.title = { id: 'gift' }`,
    'src/routes/myPage/index.tsx': `import('../../ticket.js')`,
    'src/menu.js': `document.title = { id: 'menu' }`,
    'src/ticket.js': `document.title = { id: 'ticket' }`,
  })
  const { plugin, modules } = readModules()
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [plugin, messages(modules)],
    build: { outDir: `${folder}/dist`, rolldownOptions: { input: `${folder}/src/main.js` } },
  })
  return `${folder}/dist`
}

/** Returns the files of messages of a build by name. */
const filesOf = async (english: string): Promise<Record<string, string>> => {
  const assets = `${await distOf(english)}/assets`
  return Object.fromEntries(
    readdirSync(assets).flatMap((name) => {
      const text = readFileSync(`${assets}/${name}`, 'utf8')
      return name.startsWith('en-') ? [[name, text]] : []
    }),
  )
}

test('each message is in one file: of frame and first screen; of lazy parts, My Page and unseen uses; of other screens', async () => {
  const texts = Object.values(await filesOf(ENGLISH))
  const names = ['Home', 'Menu', 'Gift', 'Ticket', 'Shared', 'News']
  const contents = texts.map((text) => names.filter((word) => text.includes(word)))
  expect(contents.toSorted()).toEqual([['Gift'], ['Home'], ['Menu', 'Ticket', 'Shared']])
})

test('a file of messages has another name when one of its sentences changes', async () => {
  const [before, after] = [await filesOf(ENGLISH), await filesOf(ENGLISH.replace('"Gift"', '"Present"'))]
  const names = (files: Record<string, string>, text: string) =>
    Object.keys(files).filter((name) => files[name]?.includes(text))
  expect(names(before, 'Home')).toEqual(names(after, 'Home'))
  expect(names(before, 'Gift')).not.toEqual(names(after, 'Present'))
})

test('the build leaves the ids of its files for the one that renders the pages', async () => {
  const ids = JSON.parse(readFileSync(`${await distOf(ENGLISH)}/.vite/messages.json`, 'utf8')) as unknown
  expect(ids).toEqual({ first: ['frame', 'home'], screens: ['gift'] })
})
