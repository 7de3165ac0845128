import type { DummyRuleMap, OxlintOverride } from 'oxlint'

interface Layer {
  folder: string
  /** Aliases that may be imported besides the folder's own: `db` is `#db/**`; an entry with a dot is one file. */
  imports: string[]
  /** Why nothing else; part of the lint's message. */
  reason: string
  /** Imports to refuse besides those of other folders. */
  refused?: ({ message: string; importNames?: string[] } & ({ group: string[] } | { regex: string }))[]
  rules?: DummyRuleMap
}

const IN_SRC = ['db', 'api', 'sync', 'data', 'ui', 'i18n', 'pwa', 'art', 'start', 'routes']
const FOLDERS = ['tests', 'e2e', 'contract', 'server', ...IN_SRC, 'sw', 'src']
/** `server` and `scripts` have folders of their own with names of `src`, such as `server/db`. */
const CROSSED_BY_SERVER = ['tests', 'e2e', 'src', 'contract', 'sw']

const NO_IO: DummyRuleMap = {
  'no-restricted-globals': [
    'error',
    { name: 'fetch', message: 'src/api fetches, and only src/start does besides, before a reload' },
    { name: 'indexedDB', message: 'src/db is the only one that opens a database' },
  ],
}
const PURE: DummyRuleMap = {
  'no-restricted-globals': ['error', 'fetch', 'window', 'document', 'navigator', 'process', 'performance'],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'a rule is told the time' },
    { object: 'Math', property: 'random', message: 'a rule is told its chance' },
  ],
}
const CONTRACT_PACKAGES = {
  group: ['*', '!zod', '!zod/**', '!@zxcvbn-ts/**', '!./**', '!../**', '!./*', '!../*', '!#contract/**'],
  message: 'contract imports contract, zod and zxcvbn only',
}
const SCREEN_PACKAGES = {
  group: ['#server/**', 'dexie', 'dexie-react-hooks', 'ky'],
  message: 'a screen reads through #data',
}
const OTHER_MODULES = {
  regex: '^(#server/modules|\\.\\.(/\\.\\./modules)?)/[^/]+/(routes|store|module)\\.ts$',
  message: 'another module is reached through its service.ts',
}
const DATA_IMPORTS = ['sync', 'db', 'api', 'contract']
const OTHER_STORES = {
  group: ['react'],
  importNames: ['useSyncExternalStore'],
  message: 'a hook reads a view, with useView (decision 0123)',
}
const DEXIE_HOOKS = {
  group: ['dexie-react-hooks'],
  message: 'it imports Dexie, which the first screen does without (decision 0123)',
}
/** Which folder may import what, as in `docs/architecture.md`. Of two entries for a file, the later one counts. */
export const LAYERS: readonly Layer[] = [
  { folder: 'contract', imports: [], reason: 'client and server share it', refused: [CONTRACT_PACKAGES], rules: PURE },
  { folder: 'src/db', imports: ['contract'], reason: 'it knows no server' },
  { folder: 'src/api', imports: ['contract'], reason: 'it knows no database' },
  { folder: 'src/sync', imports: ['db', 'api', 'contract'], reason: 'it works without a screen' },
  {
    folder: 'src/data',
    imports: DATA_IMPORTS,
    reason: 'it draws nothing',
    refused: [OTHER_STORES, DEXIE_HOOKS],
    rules: NO_IO,
  },
  { folder: 'src/data/view.ts', imports: DATA_IMPORTS, reason: 'it draws nothing', refused: [DEXIE_HOOKS] },
  { folder: 'src/data/diagnostics.ts', imports: DATA_IMPORTS, reason: 'it draws nothing', refused: [OTHER_STORES] },
  { folder: 'src/ui', imports: ['i18n'], reason: 'it knows no domain word', rules: NO_IO },
  { folder: 'src/i18n', imports: ['contract'], reason: 'it puts codes and values into words', rules: NO_IO },
  { folder: 'src/art', imports: ['contract'], reason: 'it draws what it is given', rules: NO_IO },
  {
    folder: 'src/pwa',
    imports: ['ui', 'i18n', 'sw/messages.ts', 'contract/time.ts', 'contract/rules/prefetch.ts'],
    reason: 'it knows no data',
    rules: NO_IO,
  },
  { folder: 'src/start', imports: ['db', 'contract', 'art/hour.ts'], reason: 'it runs before the application loads' },
  {
    folder: 'src/routes',
    imports: ['data', 'ui', 'i18n', 'pwa', 'art', 'contract'],
    reason: 'a screen reads and acts through #data',
    refused: [SCREEN_PACKAGES],
    rules: NO_IO,
  },
  {
    folder: 'server',
    imports: ['contract'],
    reason: 'it runs without the client',
    refused: [OTHER_MODULES],
    rules: { 'no-console': 'error' },
  },
  { folder: 'scripts', imports: ['contract', 'server'], reason: 'they build and run the server' },
  { folder: 'sw', imports: ['contract'], reason: 'the worker runs without the application' },
  { folder: 'server/modules/index.ts', imports: ['contract'], reason: 'it composes the server' },
]

/** Returns the rules of a layer for the lint. */
export const layerRules = ({ folder, imports, reason, refused = [], rules = {} }: Layer): OxlintOverride => {
  const [tree = ''] = folder.split('/')
  const name = tree === 'src' ? folder.slice('src/'.length) : tree
  const crossed =
    tree === 'server' || tree === 'scripts' ? CROSSED_BY_SERVER : FOLDERS.filter((sibling) => sibling !== name)
  // `scripts` has no alias.
  const allowed = FOLDERS.includes(name) ? [...imports, name] : imports
  const patterns = [
    ...refused,
    { group: crossed.map((sibling) => `../**/${sibling}/**`), message: 'cross a folder by its #alias' },
    {
      group: ['#*/**', ...allowed.map((alias) => (alias.includes('.') ? `!#${alias}` : `!#${alias}/**`))],
      message: `${folder} may import ${imports.map((alias) => `#${alias}`).join(' ') || 'only itself'}: ${reason}`,
    },
  ]
  return {
    files: [folder.endsWith('.ts') ? folder : `${folder}/**`],
    rules: { ...rules, 'no-restricted-imports': ['error', { patterns }] },
  }
}
