// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { flushSync } from 'react-dom'
import { GOODS_TYPE } from '#contract/codes.ts'
import type { GoodsDetail } from '#data/goods.ts'
import type { Review } from '#data/reviews.ts'
import { reviewDraft } from '#routes/-shared/goods/reviewDraft.ts'
import { ReviewScreen } from '#routes/-shared/goods/reviewScreen.tsx'
import { Reviews } from '#routes/-shared/goods/reviews.tsx'
import { bodiesOf } from '../harness/formState.ts'
import { START } from '../harness/clock.ts'
import { returnFocusOfDialogs } from '../harness/dialogFocus.ts'
import { answer } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openCity } from './cityFixtures.tsx'
import { person } from './setup.ts'

/** Reviews of goods: reading, reporting and writing one. */

const HOTEL: GoodsDetail = {
  gdsUid: 'one-hotel',
  gdsTycd: GOODS_TYPE.hotel,
  kind: 'hotel',
  name: 'The hotel',
  summary: '',
  gdsCategoryCd: null,
  districtCd: null,
  district: null,
  lat: null,
  lon: null,
  price: 1,
  stars: 4,
  durationMinutes: null,
  validDays: null,
  sampleYn: 'Y',
  checkIn: '15:00',
  checkOut: '11:00',
  options: [],
  stops: [],
}
const RESERVATION = '019bd000-0000-7000-8000-000000000001'
const review = (nth: number, rest: Partial<Review> = {}): Review => ({
  reviewUid: `019bd000-0000-7000-8000-0000000000${10 + nth}`,
  gdsUid: 'one-hotel',
  optionNm: 'Twin',
  rating: 4,
  content: `Text ${nth}.`,
  author: `Mei ${nth}`,
  photos: [],
  writtenAt: START,
  answer: null,
  ...rest,
})
const ten = Array.from({ length: 10 }, (_, index) => review(index))
const page = (list: Review[], pageNum: number, total: number) => ({
  list,
  pageNum,
  pageSize: 10,
  total,
  average: 4.2,
  counts: [0, 1, 0, 8, 2],
})
beforeEach(() => {
  sessionStorage.clear()
  reviewDraft.clear()
})

test('the average, the bars, the answer of the place and ten more at a press', async () => {
  const [first, ...rest] = ten
  const answered = { ...(first ?? review(0)), answer: { content: 'Come again!', at: START } }
  const { show } = await openCity([
    [/GET .*review\/list.*pageNum=2/, page([review(11, { content: 'The eleventh.' })], 2, 11)],
    [/GET .*review\/list/, page([answered, ...rest], 1, 11)],
  ])
  const screen = await show(<Reviews gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('11 reviews'), 'the reviews')
  expect(screen.text()).toContain('4.2')
  const bars = [...screen.element.querySelectorAll('li[aria-label]')].map((bar) => bar.getAttribute('aria-label'))
  expect(bars).toEqual(['5 of 5 stars: 2', '4 of 5 stars: 8', '3 of 5 stars: 0', '2 of 5 stars: 1', '1 of 5 stars: 0'])
  expect(screen.text()).toContain('Owner’s answerCome again!')
  screen.press('Show more')
  await waitUntil(() => screen.text().includes('The eleventh.'), 'the next page')
  expect(screen.button('Show more')).toBe(undefined)
})

test('goods without a review say so', async () => {
  const { show } = await openCity([
    [/GET .*review\/list/, { ...page([], 1, 0), average: null, counts: [0, 0, 0, 0, 0] }],
  ])
  const screen = await show(<Reviews gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('No reviews yet.'), 'the empty state')
})

test('a visitor is asked to sign in to report; a member reports with a reason', async () => {
  const { show, tab, network } = await openCity([
    [/GET .*review\/list/, page([review(0)], 1, 1)],
    [/POST .*review\/report/, { reviewUid: review(0).reviewUid, reportedYn: 'Y' }],
  ])
  const address = '/hotel/one-hotel?priceSn=20261201-20261203'
  const visiting = await show(<Reviews gdsUid="one-hotel" />, address)
  await waitUntil(() => visiting.text().includes('Text 0.'), 'the review')
  visiting.press('Report the review by Mei 0')
  await waitUntil(() => visiting.links('Sign in').length === 1, 'the sign-in')
  expect(visiting.links('Sign in')).toEqual([`/login?returnTo=${encodeURIComponent(address)}`])
  visiting.unmount()
  await person(tab).signIn('mina')
  const screen = await show(<Reviews gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('Text 0.'), 'the review')
  screen.press('Report the review by Mei 0')
  await waitUntil(() => screen.element.querySelector('dialog input[value=untrue]') !== null, 'the reasons')
  const send = () => [...screen.element.querySelectorAll('dialog button')].at(-1) as HTMLButtonElement
  expect(send().disabled).toBe(true)
  flushSync(() => screen.element.querySelector<HTMLInputElement>('dialog input[value=untrue]')?.click())
  flushSync(() => send().click())
  await waitUntil(() => bodiesOf(network, /report/).length === 1, 'the report')
  expect(bodiesOf(network, /report/)).toEqual([{ reviewUid: review(0).reviewUid, reason: 'untrue' }])
})

test('a report that is cancelled returns the focus to its button, and the next one begins empty', async () => {
  returnFocusOfDialogs()
  const { show, tab } = await openCity([[/GET .*review\/list/, page([review(0)], 1, 1)]])
  await person(tab).signIn('mina')
  const screen = await show(<Reviews gdsUid="one-hotel" />)
  await waitUntil(() => screen.text().includes('Text 0.'), 'the review')
  const button = screen.button('Report the review by Mei 0')
  const reason = () => screen.element.querySelector<HTMLInputElement>('dialog input[value=untrue]')
  for (const _ of [1, 2]) {
    button?.focus()
    screen.press('Report the review by Mei 0')
    await waitUntil(() => reason() !== null, 'the reasons')
    expect(reason()?.checked).toBe(false)
    expect(document.activeElement).not.toBe(button)
    flushSync(() => reason()?.click())
    screen.press('Not now')
    await waitUntil(() => reason() === null, 'the closed dialog')
    expect(document.activeElement).toBe(button)
  }
})

const openForm = async (answers: Parameters<typeof openCity>[0] = []) => {
  const opened = await openCity(answers)
  await person(opened.tab).signIn('mina')
  const mount = () => opened.show(<ReviewScreen address="/hotel/{goodsId}" goods={HOTEL} rsvtUid={RESERVATION} />)
  const screen = await mount()
  await waitUntil(() => screen.button('Publish') !== undefined, 'the form')
  return { ...opened, screen, mount }
}

test('a visitor signs in and comes back to the form', async () => {
  const { show } = await openCity()
  const screen = await show(<ReviewScreen address="/hotel/{goodsId}" goods={HOTEL} rsvtUid={RESERVATION} />)
  await waitUntil(() => screen.address().startsWith('/login'), 'the sign-in')
  expect(screen.address()).toContain('returnTo=')
})

test('a review without stars or with a short text is not sent, and names both', async () => {
  const { screen, network } = await openForm()
  type(screen.element.querySelector('textarea'), 'Nice.')
  flushSync(() => screen.element.querySelector('form')?.requestSubmit())
  await waitUntil(() => screen.text().includes('Choose one to five stars.'), 'the error of the stars')
  expect(screen.text()).toContain('Please enter at least 10 characters.')
  expect(bodiesOf(network, /review\/insert/)).toEqual([])
})

const choosePhoto = (element: HTMLElement): void => {
  const input = element.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file field')
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'sea.png', { type: 'image/png' })] })
  flushSync(() => input.dispatchEvent(new Event('change', { bubbles: true })))
}

/** Opens the form with a text and a picture that is being uploaded until `release`. */
const openUploading = async () => {
  const fileUid = '019bd000-0000-7000-8000-000000000098'
  const opened = await openForm([[/POST .*review\/insert/, review(0)]])
  const { screen, network } = opened
  const arrived = Promise.withResolvers<void>()
  const line = Promise.withResolvers<void>()
  network.fault(/POST .*\/file/, async () => {
    arrived.resolve()
    await line.promise
    return answer(200, '200', {
      fileUid,
      kind: 'review',
      type: 'image/webp',
      size: 1,
      width: 1,
      height: 1,
      uploadedAt: 0,
    })
  })
  flushSync(() => screen.element.querySelector<HTMLInputElement>('input[type=radio][value="5"]')?.click())
  type(screen.element.querySelector('textarea'), 'Calm, clean and kind people.')
  choosePhoto(screen.element)
  await arrived.promise
  return { ...opened, release: line.resolve, fileUid }
}

test('while a picture is being uploaded the review cannot be published; then it is sent with the picture', async () => {
  const { screen, network, release, fileUid } = await openUploading()
  const isBusy = () => screen.button('Publish')?.getAttribute('aria-busy') === 'true'
  expect(isBusy()).toBe(true)
  screen.press('Publish')
  release()
  await waitUntil(() => !isBusy(), 'the end of the upload')
  expect(bodiesOf(network, /review\/insert/)).toEqual([])
  screen.press('Publish')
  await waitUntil(() => screen.address() === '/hotel/one-hotel', 'the hotel')
  expect(bodiesOf(network, /review\/insert/)).toMatchObject([{ photos: [fileUid] }])
})

test('a picture that arrives after its draft was cleared does not bring the draft back', async () => {
  const { screen, release } = await openUploading()
  reviewDraft.clear()
  release()
  await waitUntil(() => screen.button('Publish')?.getAttribute('aria-busy') === null, 'the end of the upload')
  expect(reviewDraft.read()).toMatchObject({ rsvtUid: '', photos: [] })
})

test('a review is written with stars, text and a picture, and what was typed survives a reload', async () => {
  const FILE = '019bd000-0000-7000-8000-000000000099'
  const { screen, network, mount } = await openForm([
    [
      /POST .*\/file/,
      { fileUid: FILE, kind: 'review', type: 'image/webp', size: 1, width: 1, height: 1, uploadedAt: 0 },
    ],
    [/POST .*review\/insert/, review(0)],
  ])
  flushSync(() => screen.element.querySelector<HTMLInputElement>('input[type=radio][value="5"]')?.click())
  type(screen.element.querySelector('textarea'), 'Calm, clean and kind people.')
  choosePhoto(screen.element)
  await waitUntil(() => screen.button('Remove photo 1') !== undefined, 'the picture')
  screen.unmount()
  const reloaded = await mount()
  await waitUntil(() => reloaded.element.querySelector('textarea') !== null, 'the form')
  expect(reloaded.element.querySelector('textarea')?.value).toBe('Calm, clean and kind people.')
  flushSync(() => reloaded.element.querySelector('form')?.requestSubmit())
  await waitUntil(() => reloaded.address() === '/hotel/one-hotel', 'the hotel')
  expect(bodiesOf(network, /review\/insert/)).toEqual([
    { rsvtUid: RESERVATION, rating: 5, content: 'Calm, clean and kind people.', photos: [FILE] },
  ])
  expect(reviewDraft.read().content).toBe('')
})

test('a refused review keeps what was typed and says why', async () => {
  const { screen, network } = await openForm()
  network.fault(/POST .*review\/insert/, async () => answer(409, 'E_REVIEWED'), Infinity)
  flushSync(() => screen.element.querySelector<HTMLInputElement>('input[type=radio][value="3"]')?.click())
  type(screen.element.querySelector('textarea'), 'Calm, clean and kind people.')
  flushSync(() => screen.element.querySelector('form')?.requestSubmit())
  await waitUntil(() => screen.text().includes('You have already written a review'), 'the reason')
  expect(screen.element.querySelector('textarea')?.value).toBe('Calm, clean and kind people.')
})
