/// <reference lib="webworker" />
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MEMBER_KEY, SETTINGS_CACHE } from './messages.ts'
import { openPush, showPush } from './push.ts'

/** Cache Storage with the page's settings, as far as the worker reads them. */
const settings = new Map<string, string>()
const notifications: [string, NotificationOptions | undefined][] = []
const registration = {
  showNotification: async (title: string, options?: NotificationOptions) => void notifications.push([title, options]),
} as unknown as ServiceWorkerRegistration

const MINA = 'member-mina'
const message = {
  memberId: MINA,
  title: 'Your pass expires at 18:00',
  body: 'Six hours left.',
  path: '/myPage/myPass',
  tag: 'expiry-1',
}
const eventOf = (text: string | null): PushEvent =>
  ({ data: text === null ? null : { json: () => JSON.parse(text) as unknown } }) as unknown as PushEvent

beforeEach(() => {
  settings.clear()
  notifications.length = 0
  vi.stubGlobal('location', new URL('https://pass.example/sw.js'))
  vi.stubGlobal('caches', {
    open: async (name: string) => ({
      match: async (key: string) => {
        const value = settings.get(`${name} ${key}`)
        return value === undefined ? undefined : new Response(value)
      },
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const signIn = (memberId: string) => settings.set(`${SETTINGS_CACHE} ${MEMBER_KEY}`, memberId)

test('a push is shown to its member, with all fields (S30)', async () => {
  signIn(MINA)
  await showPush(eventOf(JSON.stringify(message)), registration)
  expect(notifications).toEqual([
    [
      message.title,
      { body: message.body, icon: '/icons/icon-192.png', data: { path: message.path }, tag: message.tag },
    ],
  ])
})

test('a push without a tag is shown, and a tag that is not a string is dropped', async () => {
  signIn(MINA)
  for (const tag of [undefined, 7]) await showPush(eventOf(JSON.stringify({ ...message, tag })), registration)
  expect(notifications.map(([, options]) => options)).toEqual(
    Array.from({ length: 2 }, () => ({
      body: message.body,
      icon: '/icons/icon-192.png',
      data: { path: message.path },
    })),
  )
})

test.each([
  ['another member is signed in', 'member-ben', JSON.stringify(message)],
  ['nobody is signed in', undefined, JSON.stringify(message)],
  ['it names no member', MINA, JSON.stringify({ ...message, memberId: undefined })],
  ['nobody is signed in and it names no member', undefined, JSON.stringify({ ...message, memberId: undefined })],
  ['it has no title', MINA, JSON.stringify({ ...message, title: undefined })],
  ['it has no body', MINA, JSON.stringify({ ...message, body: 7 })],
  ['it has no path', MINA, JSON.stringify({ ...message, path: null })],
  ['it is null', MINA, 'null'],
  ['it is not JSON', MINA, '{"memberId":'],
  ['it is empty', MINA, null],
])('a push is dropped when %s (S30)', async (_why, member, text) => {
  if (member !== undefined) signIn(member)
  await showPush(eventOf(text), registration)
  expect(notifications).toEqual([])
})

interface Opened {
  navigated: string[]
  focused: number
  opened: string[]
  queries: unknown[]
  closed: number
}
const open = async (path: unknown, windows: number, uncontrolled = 0): Promise<Opened> => {
  const effects: Opened = { navigated: [], focused: 0, opened: [], queries: [], closed: 0 }
  let refusals = uncontrolled
  const window = {
    navigate: async (url: string) => {
      refusals -= 1
      if (refusals >= 0) throw new TypeError('This service worker is not the client’s active service worker.')
      effects.navigated.push(url)
      return { focus: async () => void (effects.focused += 1) }
    },
  }
  const clients = {
    matchAll: async (options: unknown) => {
      effects.queries.push(options)
      return Array.from({ length: windows }, () => window)
    },
    openWindow: async (url: string) => void effects.opened.push(url),
  } as unknown as Clients
  const event = {
    notification: { close: () => void (effects.closed += 1), data: path === undefined ? undefined : { path } },
  } as unknown as NotificationEvent
  await openPush(event, clients)
  return effects
}
const ANY_WINDOW = [{ type: 'window', includeUncontrolled: true }]

test('a tapped push closes, and opens its path in an open window', async () => {
  expect(await open('/myPage/gift?type=received', 2)).toEqual({
    navigated: ['https://pass.example/myPage/gift?type=received'],
    focused: 1,
    opened: [],
    queries: ANY_WINDOW,
    closed: 1,
  })
})

test('a tapped push opens a new window when none is open', async () => {
  expect(await open('/myPage/myPass', 0)).toEqual({
    navigated: [],
    focused: 0,
    opened: ['https://pass.example/myPage/myPass'],
    queries: ANY_WINDOW,
    closed: 1,
  })
})

test.each([
  ['opens a new window when none of those that are open is controlled', 2, 2, { opened: 1, focused: 0 }],
  ['opens its path in the window that is controlled', 2, 1, { opened: 0, focused: 1 }],
])('after a forced reload a tapped push %s', async (_what, windows, uncontrolled, { opened, focused }) => {
  const effects = await open('/myPage/myPass', windows, uncontrolled)
  expect([effects.opened.length, effects.focused, effects.closed]).toEqual([opened, focused, 1])
})

test.each([[undefined], [7]])('a tapped push without a path (%j) opens the home screen', async (path) => {
  expect((await open(path, 0)).opened).toEqual(['https://pass.example/'])
})

test.each(['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)', 'data:text/html,x'])(
  'a tapped push never leaves the site: %s',
  async (path) => {
    expect(await open(path, 1)).toEqual({ navigated: [], focused: 0, opened: [], queries: [], closed: 1 })
  },
)
