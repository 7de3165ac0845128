// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FILE_MAX_BYTES } from '#contract/limits.ts'
import { alertsOf, fieldOf } from '../harness/formState.ts'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { EMAIL, openInquiryForm } from './inquiryFormPage.tsx'
import { dbOf, person } from './setup.ts'

/** Photos in the form of an inquiry: who may attach them, and what is still there after a reload or a lapsed session. */

const QUESTION = 'Is there a locker?'

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const choosePhoto = (element: Element, name = 'card.png'): void => {
  const input = element.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file field')
  Object.defineProperty(input, 'files', { value: [new File(['x'], name, { type: 'image/png' })], configurable: true })
  flushSync(() => input.dispatchEvent(new Event('change', { bubbles: true })))
}
const photosIn = async (tab: Tab) => (await dbOf(tab).photos.orderBy('id').toArray()).map(({ inquiryId }) => inquiryId)

test('a guest is asked to sign in for photos, and what the guest has typed is there after the sign-in', async () => {
  const address = '/service/inquiry?goods=one-hotel'
  const { fill, element, tab, question, links } = await openInquiryForm('guest', { address })
  expect(element.querySelector('input[type=file]')).toBeNull()
  expect(links('Sign in to attach photos')).toEqual([`/login?returnTo=${encodeURIComponent(address)}`])
  fill('else@example.com', QUESTION)
  await person(tab).signIn('mina')
  await waitUntil(() => element.querySelector('input[type=file]') !== null, 'the field of photos')
  expect([fieldOf(EMAIL).value, question().value]).toEqual(['else@example.com', QUESTION])
})

test('a member’s photo is stored with the draft, stays when the form is opened again, and can be removed', async () => {
  const { element, fill, tab, reopen, button } = await openInquiryForm('member')
  fill('mina@example.com', QUESTION)
  choosePhoto(element)
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  const [inquiryId] = await photosIn(tab)
  expect(JSON.parse(sessionStorage.getItem('harbor-pass:inquiry:mina') ?? '')).toMatchObject({ id: inquiryId })
  await reopen()
  const remove = () => document.querySelector<HTMLButtonElement>('button[aria-label="Remove photo 1"]')
  await waitUntil(() => remove() !== null, 'the photo')
  flushSync(() => remove()?.click())
  await waitUntil(() => remove() === null, 'no photo')
  expect(await photosIn(tab)).toEqual([])
})

/** Chooses a photo that the browser makes smaller until `finish`. */
const chooseSlowPhoto = (element: Element) => {
  const { promise, reject } = Promise.withResolvers<never>()
  vi.stubGlobal('createImageBitmap', () => promise)
  choosePhoto(element)
  // The original is sent where the browser cannot read it.
  return { finish: () => reject(new Error('no picture')) }
}

test('while a photo is being added the inquiry cannot be sent; then it is sent with the photo', async () => {
  const { element, fill, press, tab, outbox, toast, button, network } = await openInquiryForm('member')
  network.down(true)
  await tab.runtime.online.probe()
  fill('mina@example.com', QUESTION)
  const photo = chooseSlowPhoto(element)
  expect(button('Send')?.getAttribute('aria-busy')).toBe('true')
  press('Send')
  photo.finish()
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  await waitUntil(() => button('Send')?.getAttribute('aria-busy') === null, 'the button')
  expect(await outbox()).toEqual([])
  press('Send')
  await waitUntil(() => toast() !== '', 'the toast')
  expect((await outbox()).map(({ id }) => id)).toEqual(await photosIn(tab))
})

test('a photo that is ready after its draft was deleted is not stored, and does not bring the draft back', async () => {
  const { element, fill, tab, button } = await openInquiryForm('member')
  fill('mina@example.com', QUESTION)
  const photo = chooseSlowPhoto(element)
  sessionStorage.clear()
  photo.finish()
  await waitUntil(() => button('Send')?.getAttribute('aria-busy') === null, 'the button')
  expect([await photosIn(tab), sessionStorage.length]).toEqual([[], 0])
})

test('a photo that is being added stays when the text is erased meanwhile', async () => {
  const { element, fill, tab, button } = await openInquiryForm('member')
  const photo = chooseSlowPhoto(element)
  fill('mina@example.com', QUESTION)
  fill('mina@example.com', '')
  photo.finish()
  await waitUntil(() => button('Send')?.getAttribute('aria-busy') === null, 'the button')
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  expect(await photosIn(tab)).toHaveLength(1)
})

test('a photo is added where the draft cannot be stored because this tab’s storage is full', async () => {
  const { element, tab, button } = await openInquiryForm('member')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  choosePhoto(element)
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  expect(await photosIn(tab)).toHaveLength(1)
})

test('a photo without a text stays with its draft too', async () => {
  const { element, tab, button, reopen } = await openInquiryForm('member')
  choosePhoto(element)
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  expect(await photosIn(tab)).toHaveLength(1)
  await reopen()
  await waitUntil(() => document.querySelector('button[aria-label="Remove photo 1"]') !== null, 'the photo')
})

test('an expired session hides text and photos, and after the next sign-in both are back', async () => {
  const { element, fill, tab, peer, button, question } = await openInquiryForm('member')
  fill('mina@example.com', QUESTION)
  choosePhoto(element)
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => question().value === '', 'the form of a guest')
  expect(button('Remove photo 1')).toBe(undefined)
  await person(tab).signIn('mina')
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  expect(question().value).toBe(QUESTION)
})

test('photos are sent with the inquiry that they were chosen for, and the next one begins without', async () => {
  const { element, fill, press, tab, network, outbox, button, toast } = await openInquiryForm('member')
  network.down(true)
  await tab.runtime.online.probe()
  fill('mina@example.com', QUESTION)
  choosePhoto(element)
  await waitUntil(() => button('Remove photo 1') !== undefined, 'the photo')
  press('Send')
  await waitUntil(() => toast() !== '', 'the toast')
  await waitUntil(() => button('Remove photo 1') === undefined, 'an empty form')
  expect((await outbox()).map(({ id }) => id)).toEqual(await photosIn(tab))
  expect(sessionStorage).toHaveLength(0)
})

test('a picture of more than 5 MB is refused in words, and the text stays', async () => {
  const { element, fill, tab, question } = await openInquiryForm('member')
  fill('mina@example.com', QUESTION)
  const input = element.querySelector<HTMLInputElement>('input[type=file]')
  Object.defineProperty(input, 'files', { value: [new File([new Uint8Array(FILE_MAX_BYTES + 1)], 'large.png')] })
  flushSync(() => input?.dispatchEvent(new Event('change', { bubbles: true })))
  await waitUntil(() => alertsOf(element).length > 0, 'the reason')
  expect(alertsOf(element)).toEqual(['This is too large to send. Shorten the text, or choose a smaller photo.'])
  expect([question().value, await photosIn(tab)]).toEqual([QUESTION, []])
})

test('with refused storage a photo cannot be attached, and the form says why', async () => {
  const { element } = await openInquiryForm('member', { isStorageRefused: true })
  choosePhoto(element)
  await waitUntil(() => alertsOf(element).length > 0, 'the reason')
  expect(alertsOf(element)[0]).toContain('This could not be saved on this device.')
})
