// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Faq } from '#contract/calls/posts.ts'
import { TERMS_CODES } from '#contract/terms.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { LiveChatScreen } from '#routes/liveChat/-parts/liveChatScreen.tsx'
import { FaqScreen, type FaqSearch } from '#routes/service/-parts/faqScreen.tsx'
import { NoticeScreen } from '#routes/service/-parts/noticeScreen.tsx'
import { PolicyScreen } from '#routes/service/-parts/policyScreen.tsx'
import { Notices } from '#routes/-shared/notice/notices.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** Help for everybody: questions, notices, legal texts and the hours of the chat, also without a connection. */

const pageOf = <T,>(list: T[]) => ({ list, total: list.length, pageNum: 1, pageSize: 50 })
const faq = (id: string, categoryCd: string, question: string, text: string): Faq => ({
  id,
  categoryCd,
  category: categoryCd === 'refund' ? 'Cancellations' : 'Passes',
  question,
  answer: text,
})
const FAQS = [
  faq('faq-1', 'pass', 'When does my pass start?', 'At the first gate.'),
  faq('faq-2', 'pass', 'Do children need a pass?', 'From 36 months on.'),
  faq('faq-3', 'refund', 'Can I cancel my purchase?', 'Yes, while the pass is unused.'),
]
const NOTICES = Array.from({ length: 12 }, (_, index) => ({
  id: `notice-${index}`,
  title: `Notice ${index}`,
  date: `2026-07-${String(20 - index).padStart(2, '0')}`,
  pinnedYn: 'N' as const,
  body: `Body ${index}`,
}))
/** Weekdays from 9 to 18 with an hour for lunch. */
const WEEKDAY = [
  ['09:00', '12:00'],
  ['13:00', '18:00'],
]
const CHAT = {
  channel: { kind: 'link', url: 'https://chat.example.com/' },
  hours: { always: false, mon: WEEKDAY, tue: WEEKDAY, wed: WEEKDAY, thu: WEEKDAY, fri: WEEKDAY, sat: [], sun: [] },
  holidays: 'closed',
  text: '',
}

const open = async () => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
type Opened = Awaited<ReturnType<typeof open>>
const serve = ({ network }: Opened, path: RegExp, data: unknown) =>
  network.fault(path, async () => answer(200, '200', data), Infinity)
const goOffline = async ({ network, tab }: Pick<Opened, 'network' | 'tab'>) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  network.down(true)
  await tab.runtime.online.probe()
}
const shows = (screen: MountedScreen, text: string) => waitUntil(() => screen.text().includes(text), text)
const openAnswers = (screen: MountedScreen) =>
  [...screen.element.querySelectorAll('details[open] summary')].map(({ textContent }) => textContent)

afterEach(() => {
  vi.restoreAllMocks()
})
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

const mountFaq = (search: FaqSearch = {}, onChange: (next: FaqSearch) => void = () => undefined) =>
  mountScreen(<FaqScreen search={search} onChange={onChange} />)

test('the questions stand by category, and a shared link opens its own and moves the focus to it', async () => {
  serve(await open(), /GET .*faq/, pageOf(FAQS))
  const screen = await mountFaq({ question: 'faq-2' })
  await shows(screen, 'Do children need a pass?')
  expect([...screen.element.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'Passes',
    'Cancellations',
    'More help',
  ])
  expect(openAnswers(screen)).toEqual(['Do children need a pass?'])
  expect(document.activeElement?.textContent).toBe('Do children need a pass?')
})

test('a word finds questions by their answers, and one that nothing contains leads on', async () => {
  serve(await open(), /GET .*faq/, pageOf(FAQS))
  const changes: FaqSearch[] = []
  const screen = await mountFaq({ q: '36 months' })
  await shows(screen, '1 question')
  expect(screen.text()).not.toContain('When does my pass start?')
  screen.unmount()
  const empty = await mountFaq({ q: 'submarine', topic: 'pass' }, (next) => changes.push(next))
  await shows(empty, 'No results')
  expect(empty.links('Contact us')[0]).toBe('/service/inquiry')
  empty.press('Show all questions')
  expect(changes).toEqual([{}])
})

test('a category shows its questions only, and an unknown one shows all', async () => {
  serve(await open(), /GET .*faq/, pageOf(FAQS))
  const changes: FaqSearch[] = []
  const screen = await mountFaq({ topic: 'nothing' }, (next) => changes.push(next))
  await shows(screen, 'Can I cancel my purchase?')
  expect(screen.text()).toContain('When does my pass start?')
  screen.press('Cancellations')
  expect(changes).toEqual([{ topic: 'refund' }])
  screen.unmount()
  const one = await mountFaq({ topic: 'refund' })
  await shows(one, 'Can I cancel my purchase?')
  expect(one.text()).not.toContain('When does my pass start?')
})

test('without a connection the cause is named, with no button that could not help', async () => {
  await goOffline(await open())
  const screen = await mountFaq()
  await shows(screen, 'Could not load the questions')
  await shows(screen, 'You are offline.')
  expect(screen.button('Try again')).toBeUndefined()
})

test('questions that were loaded once are read offline', async () => {
  const opened = await open()
  serve(opened, /GET .*faq/, pageOf(FAQS))
  const online = await mountFaq()
  await shows(online, 'Can I cancel my purchase?')
  online.unmount()
  await goOffline(opened)
  const offline = await mountFaq()
  await shows(offline, 'Can I cancel my purchase?')
})

test('a server that fails is named, and trying again loads the questions', async () => {
  const opened = await open()
  opened.network.fault(/GET .*faq/, async () => answer(503, 'E_UNAVAILABLE'), 1)
  serve(opened, /GET .*faq/, pageOf(FAQS))
  const screen = await mountFaq()
  await waitUntil(() => screen.button('Try again') !== undefined)
  screen.press('Try again')
  await shows(screen, 'Can I cancel my purchase?')
})

test('notices are listed in pages of ten, each with a link of its own', async () => {
  serve(await open(), /GET .*posts\/list/, pageOf(NOTICES))
  const pages: number[] = []
  const screen = await mountScreen(
    <Notices screen="/service/notice" back="/service/faq" page={1} onPage={(page) => pages.push(page)} />,
  )
  await shows(screen, 'Notice 9')
  expect(screen.text()).not.toContain('Notice 10')
  expect(screen.element.querySelector('main a')?.getAttribute('href')).toBe('/service/notice_detail?id=notice-0')
  screen.press('Show more')
  expect(pages).toEqual([2])
})

test('a notice of the list is read offline, with the ways to its neighbours by date', async () => {
  const opened = await open()
  serve(opened, /GET .*posts\/list/, pageOf(NOTICES.toReversed()))
  const list = await mountScreen(
    <Notices screen="/service/notice" back="/service/faq" page={2} onPage={() => undefined} />,
  )
  await shows(list, 'Notice 11')
  list.unmount()
  await goOffline(opened)
  const screen = await mountScreen(<NoticeScreen id="notice-3" />)
  await shows(screen, 'Body 3')
  expect(screen.links('NewerNotice 2')).toEqual(['/service/notice_detail?id=notice-2'])
  expect(screen.links('OlderNotice 4')).toEqual(['/service/notice_detail?id=notice-4'])
})

test('a notice that is not in the list is loaded by itself, and an unknown one is not found', async () => {
  const opened = await open()
  serve(opened, /GET .*posts\/list/, pageOf([]))
  serve(opened, /GET .*posts\/old/, { ...NOTICES[0], id: 'old', newer: null, older: { id: 'older', title: 'Before' } })
  opened.network.fault(/GET .*posts\/nothing/, async () => answer(404, 'E_NOT_FOUND'), Infinity)
  const screen = await mountScreen(<NoticeScreen id="old" />)
  await shows(screen, 'Body 0')
  expect(screen.links('OlderBefore')).toEqual(['/service/notice_detail?id=older'])
  screen.unmount()
  const unknown = await mountScreen(<NoticeScreen id="nothing" />)
  await shows(unknown, 'This page could not be found')
})

const DOCUMENT = { effectiveDate: '2026-11-01', sections: [{ heading: 'Article 1', body: 'Purpose of these terms' }] }

test('the index of the legal texts stores all of them, so that each is read offline with its date', async () => {
  const opened = await open()
  serve(opened, /GET .*terms/, { ...DOCUMENT, code: 'privacy', title: 'Privacy', requiredYn: 'Y' })
  const index = await mountScreen(<PolicyScreen code={undefined} />)
  await waitUntil(() => index.text().split('In force since 1 November 2026').length === TERMS_CODES.length + 1)
  expect(index.element.querySelector('main nav a')?.getAttribute('href')).toBe('/service/policy?code=service')
  index.unmount()
  await goOffline(opened)
  const screen = await mountScreen(<PolicyScreen code="privacy" />)
  await shows(screen, 'Purpose of these terms')
  expect(screen.element.querySelector('h1')?.textContent).toBe('Privacy policy')
  expect(screen.text()).toContain('In force since 1 November 2026')
  expect(screen.button('Print')).toBeDefined()
})

test('a legal text that cannot be loaded offers to try again, and an unknown one is not found', async () => {
  const opened = await open()
  opened.network.fault(/GET .*terms/, async () => answer(503, 'E_UNAVAILABLE'), 1)
  serve(opened, /GET .*terms/, { ...DOCUMENT, code: 'refund', title: 'Refund', requiredYn: 'N' })
  const screen = await mountScreen(<PolicyScreen code="refund" />)
  await waitUntil(() => screen.button('Try again') !== undefined)
  screen.press('Try again')
  await shows(screen, 'Purpose of these terms')
  screen.unmount()
  const unknown = await mountScreen(<PolicyScreen code="cookies" />)
  await shows(unknown, 'This page could not be found')
})

/** Opens the chat at an instant in Korea. */
const chatAt = async (korean: string, chat: unknown = CHAT) => {
  const opened = await open()
  opened.clock.set(Date.parse(`${korean}+09:00`))
  serve(opened, /GET .*liveChat/, chat)
  const screen = await mountScreen(<LiveChatScreen />)
  await shows(screen, 'Hours, Korean time')
  return { ...opened, screen }
}

test('the chat is open in its hours, closed at lunch and at night, and says when it opens next', async () => {
  const morning = await chatAt('2026-11-24T10:00:00')
  expect(morning.screen.text()).toContain('Open now')
  expect(morning.screen.text()).toContain('The chat is open until 12:00, Korean time.')
  morning.screen.unmount()
  const lunch = await chatAt('2026-11-24T12:30:00')
  expect(lunch.screen.text()).toContain('Closed now')
  expect(lunch.screen.text()).toContain('Opens today at 13:00, Korean time.')
  lunch.screen.unmount()
  const friday = await chatAt('2026-11-27T18:00:00')
  expect(friday.screen.text()).toContain('Opens on 30 November 2026 at 09:00, Korean time.')
})

test('offline the chat cannot be opened and the page says why; an inquiry can be written', async () => {
  const { screen, ...opened } = await chatAt('2026-11-24T10:00:00')
  expect(screen.links('Open the chat')).toEqual(['https://chat.example.com/'])
  await goOffline(opened)
  await waitUntil(() => screen.button('Open the chat') !== undefined)
  expect(screen.button('Open the chat')).toHaveProperty('disabled', true)
  expect(screen.text()).toContain('The chat needs a connection.')
  expect(screen.links('Contact us')[0]).toBe('/service/inquiry')
})

test('without a chat of the operator the page promises none', async () => {
  const { screen } = await chatAt('2026-11-24T10:00:00', { ...CHAT, channel: { kind: 'inquiry', url: null } })
  // The answer of the test before is on the page until that of this phone arrives.
  await shows(screen, 'There is no live chat at present.')
  expect(screen.text()).not.toContain('Open now')
  expect(screen.links('Open the chat')).toEqual([])
})
