// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HelpCardsScreen } from '#routes/helpCards/-parts/helpCardsScreen.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'

/** The cards need no data: they are mounted without a runtime, as on a phone that was never online since its first visit. */

class Utterance extends EventTarget {
  lang = ''
  rate = 1
  voice: unknown = null
  text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}

/** What the browser's speech does, with voices that may come after the page. */
class Speech extends EventTarget {
  voices: { lang: string; voiceURI: string; localService: boolean }[] = []
  queue: Utterance[] = []
  cancelled = 0
  getVoices = () => this.voices.map((voice) => ({ ...voice }))
  speak = (utterance: Utterance) => void this.queue.push(utterance)
  cancel = () => {
    this.cancelled += 1
    this.queue = []
  }
  load(...voices: Speech['voices']) {
    this.voices = voices
    flushSync(() => this.dispatchEvent(new Event('voiceschanged')))
  }
}

const YUNA = { lang: 'ko_KR', voiceURI: 'yuna', localService: true }
const CLOUD = { lang: 'ko-KR', voiceURI: 'cloud', localService: false }
const ANNA = { lang: 'de-DE', voiceURI: 'anna', localService: true }

let speech: Speech
beforeEach(() => {
  speech = new Speech()
  Object.assign(globalThis, { speechSynthesis: speech, SpeechSynthesisUtterance: Utterance })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'speechSynthesis')
  Reflect.deleteProperty(globalThis, 'SpeechSynthesisUtterance')
  Reflect.deleteProperty(navigator, 'onLine')
})

const readButtons = (element: HTMLElement) =>
  [...element.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Read aloud')

test('twelve cards in three groups have their Korean marked as Korean and what they mean below it', async () => {
  const { element } = await mountScreen(<HelpCardsScreen />, '/helpCards')
  expect([...element.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'At an attraction',
    'Taxi and directions',
    'Emergency',
  ])
  const cards = [...element.querySelectorAll('[data-card]')]
  expect(cards).toHaveLength(12)
  for (const card of cards) {
    expect(card.querySelector('[lang="ko"]')?.textContent).toMatch(/^[가-힣0-9 .?]+$/)
    expect(card.querySelector('span')?.textContent).toMatch(/^[A-Z][\w .,?]+$/)
  }
  const calls = [...element.querySelectorAll('a[href^="tel:"]')].map((link) => [
    link.getAttribute('href'),
    link.textContent,
  ])
  expect(calls).toEqual([
    ['tel:119', '119 Fire and ambulance'],
    ['tel:112', '112 Police'],
    ['tel:1330', '1330 Korea Travel Helpline'],
  ])
})

test('readers of Korean see each sentence once', async () => {
  const { element } = await mountScreen(<HelpCardsScreen />, '/helpCards', 'ko')
  expect(element.querySelectorAll('[data-card] b')).toHaveLength(12)
  expect(element.querySelectorAll('[data-card] span')).toHaveLength(0)
})

test('reading aloud is offered once a Korean voice has been loaded, and a voice of a server only with a network', async () => {
  const { element } = await mountScreen(<HelpCardsScreen />, '/helpCards')
  expect(readButtons(element)).toHaveLength(0)
  speech.load(ANNA)
  expect(readButtons(element)).toHaveLength(0)
  speech.load(ANNA, CLOUD)
  expect(readButtons(element)).toHaveLength(12)
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  flushSync(() => dispatchEvent(new Event('offline')))
  expect(readButtons(element)).toHaveLength(0)
  speech.load(ANNA, CLOUD, YUNA)
  expect(readButtons(element)).toHaveLength(12)
})

test('a browser without speech has the cards without the button', async () => {
  Reflect.deleteProperty(globalThis, 'speechSynthesis')
  const { element } = await mountScreen(<HelpCardsScreen />, '/helpCards')
  expect(element.querySelectorAll('[data-card]')).toHaveLength(12)
  expect(readButtons(element)).toHaveLength(0)
})

test('a card is read in Korean by the voice of the phone, with its number digit by digit, until its end or a stop', async () => {
  speech.load(CLOUD, YUNA)
  const { element, button, press, unmount } = await mountScreen(<HelpCardsScreen />, '/helpCards')
  const ambulance = element.querySelector('[data-card="ambulance"]')?.parentElement?.querySelector('p button')
  if (!(ambulance instanceof HTMLElement)) throw new Error('no button')
  flushSync(() => ambulance.click())
  const [utterance] = speech.queue
  expect([utterance?.text, utterance?.lang]).toEqual(['일일구에 전화해서 구급차를 불러 주세요.', 'ko-KR'])
  expect(utterance?.voice).toMatchObject({ voiceURI: 'yuna' })
  expect(ambulance.textContent).toBe('Stop reading')
  flushSync(() => utterance?.dispatchEvent(new Event('end')))
  expect(button('Stop reading')).toBeUndefined()

  flushSync(() => ambulance.click())
  press('Stop reading')
  expect(speech.queue).toEqual([])
  expect(button('Stop reading')).toBeUndefined()

  flushSync(() => ambulance.click())
  unmount()
  expect(speech.queue).toEqual([])
})

test('a tap shows a card on the whole screen, arrows show the next ones, and the way back closes it', async () => {
  const { element, press, back, button, address } = await mountScreen(<HelpCardsScreen />, '/helpCards')
  const full = () => element.querySelector('dialog')
  const sentence = () => full()?.querySelector('p[lang="ko"]')?.textContent
  expect(full()).toBeNull()
  element.querySelector<HTMLElement>('[data-card="toilet"]')?.click()
  await waitUntil(() => full() !== null, 'the card')
  expect(address()).toBe('/helpCards')
  expect(sentence()).toBe('화장실이 어디에 있나요?')
  expect(full()?.textContent).toContain('Where is the toilet?')
  expect(full()?.textContent).toContain('3 of 12')
  press('Next card')
  await waitUntil(() => sentence() === '짐을 맡길 수 있는 곳이 있나요?', 'the next card')
  full()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
  await waitUntil(() => sentence() === '화장실이 어디에 있나요?', 'the previous card')
  back()
  await waitUntil(() => full() === null, 'the list')
  await waitUntil(() => document.activeElement?.getAttribute('data-card') === 'toilet', 'the focus')
  expect(button('Close')).toBeUndefined()
})
