import { expect, test } from 'vitest'
import { messagesOf, MESSAGE_CHUNKS } from '../../scripts/build/messages.ts'

/** An entry of a catalogue: id, text, and the files that use it. */
const entry = (id: string, text: string, ...references: string[]): string =>
  ['#. js-lingui-explicit-id', ...references.map((file) => `#: ${file}`), `msgid "${id}"`, `msgstr "${text}"`].join(
    '\n',
  )
const catalogue = (...entries: string[]): string =>
  ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"', ...entries].join('\n\n')

const HOME = 'src/routes/home/-parts/hero.tsx'
const GIFT = 'src/routes/myPage/-parts/gift/dialogs.tsx'
const SERVER = 'server/messages/news.ts'
const ENGLISH = catalogue(
  entry('home', 'Home', HOME),
  entry('gift', 'Gift', GIFT),
  entry('both', 'Both', GIFT, HOME),
  entry('shared', 'Shared', SERVER, GIFT),
  entry('news', 'News', SERVER),
)
const partsOf = (po: string) => MESSAGE_CHUNKS.map((part) => messagesOf(po, ENGLISH, part))

test('a sentence is in the part of the first screen that needs it, and in none if only the server uses it', () => {
  expect(partsOf(ENGLISH)).toEqual([
    { home: ['Home'], both: ['Both'] },
    { gift: ['Gift'], shared: ['Shared'] },
  ])
})

test('an untranslated sentence is in English, and an obsolete one is left out', () => {
  const korean = catalogue(
    entry('home', '홈', HOME),
    entry('gift', '', GIFT),
    '#~ msgid "both"\n#~ msgstr "둘"',
    entry('late', '', HOME),
  )
  expect(partsOf(korean)).toEqual([{ home: ['홈'], late: ['late'] }, { gift: ['Gift'] }])
})
