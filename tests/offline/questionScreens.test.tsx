// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { flushSync } from 'react-dom'
import type { Question } from '#data/questions.ts'
import { questionDraft } from '#routes/-shared/goods/questionDraft.ts'
import { Questions } from '#routes/-shared/goods/questions.tsx'
import { START } from '../harness/clock.ts'
import { bodiesOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openCity } from './cityFixtures.tsx'
import { person } from './setup.ts'

/** Questions about goods: reading, asking and withdrawing one. */

const question = (nth: number, rest: Partial<Question> = {}): Question => ({
  questionUid: `019bd000-0000-7000-8000-0000000000${10 + nth}`,
  gdsUid: 'one-hotel',
  author: `Mei ${nth}`,
  content: `Text ${nth}.`,
  state: 'waiting',
  privateYn: 'N',
  mineYn: 'N',
  writtenAt: START,
  answer: null,
  ...rest,
})
const page = (list: Question[], pageNum = 1, total = list.length) => ({ list, pageNum, pageSize: 10, total })
const SENT = 'Your question has been sent.'
const CONTENT = 'Is there a lift?'

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  sessionStorage.clear()
  questionDraft.clear()
})
const submit = (element: HTMLElement) => flushSync(() => element.querySelector('form')?.requestSubmit())

test('each question has its state, an answered one our answer, and ten more come at a press', async () => {
  const first = question(0, { state: 'answered', answer: { content: 'Yes, there is.', at: START } })
  const rest = Array.from({ length: 9 }, (_, index) => question(index + 1))
  const { show } = await openCity([
    [/GET .*question\/list.*pageNum=2/, page([question(11, { content: 'The eleventh.' })], 2, 11)],
    [/GET .*question\/list/, page([first, ...rest], 1, 11)],
  ])
  const screen = await show(<Questions gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('11 questions'), 'the questions')
  const rows = [...screen.element.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows[0]).toContain('Answered')
  expect(rows[0]).toContain('Our answerYes, there is.')
  expect(rows[1]).toContain('Waiting')
  screen.button('Show more')?.focus()
  screen.press('Show more')
  await waitUntil(() => screen.text().includes('The eleventh.'), 'the next page')
  expect(screen.button('Show more')).toBe(undefined)
  expect(document.activeElement?.textContent).toContain('The eleventh.')
})

test('without a question, offline and after a failure the section says so', async () => {
  const { show, network, lose } = await openCity([[/GET .*question\/list/, page([])]])
  const empty = await show(<Questions gdsUid="one-hotel" />)
  await waitUntil(() => empty.text().includes('No questions yet.'), 'the empty state')
  empty.unmount()
  network.fault(/GET .*question\/list/, async () => answer(500, 'E_SERVER'), Infinity)
  await lose()
  const screen = await show(<Questions gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('You can read questions once you are online.'), 'the offline state')
  screen.press('Ask a question')
  type(fieldOf<HTMLTextAreaElement>('Your question'), CONTENT)
  expect(screen.text()).toContain('What you type is kept.')
  expect(screen.button('Sign in to send')?.disabled).toBe(true)
})

test('a short question is not sent, and says why', async () => {
  const { show, tab, network } = await openCity([[/GET .*question\/list/, page([])]])
  await person(tab).signIn('mina')
  const screen = await show(<Questions gdsUid="one-hotel" />)
  screen.press('Ask a question')
  type(fieldOf<HTMLTextAreaElement>('Your question'), 'Lift')
  submit(screen.element)
  await waitUntil(() => screen.text().includes('Please enter at least 5 characters'), 'the error')
  expect(bodiesOf(network, /question\/insert/)).toEqual([])
})

test('a visitor signs in, finds the text again, and sends it once by its id', async () => {
  const opened = await openCity([[/GET .*question\/list/, page([])]])
  const { show, tab, network } = opened
  const visiting = await show(<Questions gdsUid="one-hotel" />)
  visiting.press('Ask a question')
  type(fieldOf<HTMLTextAreaElement>('Your question'), CONTENT)
  flushSync(() => visiting.element.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  submit(visiting.element)
  await waitUntil(() => visiting.address().startsWith('/login'), 'the sign-in')
  expect(decodeURIComponent(visiting.address())).toContain('#goods-questions')
  visiting.unmount()
  await person(tab).signIn('mina')
  const screen = await show(<Questions gdsUid="one-hotel" />)
  await waitUntil(() => screen.button('Send the question') !== undefined, 'the form')
  expect(fieldOf<HTMLTextAreaElement>('Your question').value).toBe(CONTENT)
  network.fault(/POST .*question\/insert/, async () => answer(500, 'E_SERVER'), 1)
  submit(screen.element)
  await waitUntil(() => screen.element.querySelector('[role=alert]') !== null, 'the failure')
  expect(fieldOf<HTMLTextAreaElement>('Your question').value).toBe(CONTENT)
  network.fault(/POST .*question\/insert/, async () => answer(200, '200', question(0)), Infinity)
  submit(screen.element)
  await waitUntil(() => screen.text().includes(SENT) || screen.button('Ask a question') !== undefined, 'the end')
  const bodies = bodiesOf(network, /question\/insert/) as { questionUid: string }[]
  expect(bodies.at(-1)).toMatchObject({ gdsUid: 'one-hotel', content: CONTENT, privateYn: 'Y' })
  expect(new Set(bodies.map(({ questionUid }) => questionUid)).size).toBe(1)
  expect(questionDraft.read().content).toBe('')
})

test('only the own question without an answer can be withdrawn, after a confirmation', async () => {
  const mine = question(0, { mineYn: 'Y', privateYn: 'Y' })
  const answered = question(1, { mineYn: 'Y', state: 'answered', answer: { content: 'Yes.', at: START } })
  const { show, tab, network } = await openCity([
    [/GET .*question\/list/, page([mine, answered, question(2)])],
    [/POST .*question\/withdraw/, { questionUid: mine.questionUid }],
  ])
  await person(tab).signIn('mina')
  const screen = await show(<Questions gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('Asked by you'), 'the questions')
  const rows = [...screen.element.querySelectorAll('li')]
  expect(rows.map((row) => row.querySelector('button') !== null)).toEqual([true, false, false])
  expect(rows[0]?.textContent).toContain('Private')
  flushSync(() => rows[0]?.querySelector('button')?.click())
  expect(bodiesOf(network, /withdraw/)).toEqual([])
  flushSync(() => ([...screen.element.querySelectorAll('dialog button')].at(-1) as HTMLButtonElement).click())
  await waitUntil(() => bodiesOf(network, /withdraw/).length === 1, 'the withdrawal')
  expect(bodiesOf(network, /withdraw/)).toEqual([{ questionUid: mine.questionUid }])
})

test('a refused withdrawal is shown until the next page is loaded', async () => {
  const list = [question(0, { mineYn: 'Y' }), ...Array.from({ length: 9 }, (_, index) => question(index + 1))]
  const { show, tab, network } = await openCity([
    [/GET .*question\/list.*pageNum=2/, page([question(11, { content: 'The eleventh.' })], 2, 11)],
  ])
  let content = 'Before the withdrawal.'
  network.fault(
    /GET .*question\/list/,
    async () => answer(200, '200', page([...list.slice(0, 9), question(9, { content })], 1, 11)),
    Infinity,
  )
  network.fault(/POST .*question\/withdraw/, async () => {
    content = 'After the withdrawal.'
    return answer(200, 'E_STATE')
  })
  await person(tab).signIn('mina')
  const screen = await show(<Questions gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('Asked by you'), 'the questions')
  flushSync(() => screen.element.querySelector<HTMLButtonElement>('li button')?.click())
  flushSync(() => ([...screen.element.querySelectorAll('dialog button')].at(-1) as HTMLButtonElement).click())
  const banner = () => screen.element.querySelector('[role=alert]')
  await waitUntil(() => banner() !== null && screen.text().includes(content), 'the refusal, and the list after it')
  screen.press('Show more')
  await waitUntil(() => screen.text().includes('The eleventh.'), 'the next page')
  expect(banner()).toBe(null)
})
