// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { OUTBOX_INQUIRY_ASK_MS } from '#contract/limits.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { addInquiryPhoto, useInquiryPhotos } from '#data/inquiryPhotos.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { InquiryList } from '#routes/-shared/inquiry/inquiryList.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { dbOf, waitForFirstPulls, openWithPeer, person } from './setup.ts'

/** The list of inquiries says where each will be answered. */

/** Returns the text of the list with one inquiry that the server has. */
const listed = async (who: 'guest' | 'member'): Promise<string> => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  if (who === 'member') {
    await mina.signIn('mina')
    await waitForFirstPulls(tab)
  }
  await mina.inquire('Is there a locker?')
  replaceRuntime(tab.runtime)
  const { text } = await mountScreen(<InquiryList />)
  await waitUntil(() => text().includes('Q-000001'))
  return text()
}

test('the screen says that a guest’s inquiry is answered by email, and not that it waits', async () => {
  const text = await listed('guest')
  expect(text).toContain('We answer by email')
  expect(text).not.toContain('Waiting')
})

test('a member’s inquiry waits until its answer is in the list', async () => {
  const text = await listed('member')
  expect(text).toContain('Waiting')
  expect(text).not.toContain('We answer by email')
})

test('an inquiry that has waited for a week is not sent, and leads to the outbox, where the person decides', async () => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  await waitForFirstPulls(tab)
  network.down(true)
  await tab.runtime.online.probe()
  await mina.inquire('Is there a locker?')
  replaceRuntime(tab.runtime)
  const { text, links } = await mountScreen(<InquiryList />)
  await waitUntil(() => text().includes('Saved on this device'), 'the queued inquiry')
  clock.advance(OUTBOX_INQUIRY_ASK_MS)
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => links('Not sent, see why').length === 1, 'the link')
  expect(links('Not sent, see why')).toEqual(['/myPage/outbox'])
  expect(text()).not.toContain('Saved on this device')
})

/** A member's inquiry with two photos that waits offline, in the list. */
const listedWithPhotos = async () => {
  const { browser, network, peer } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  network.down(true)
  await tab.runtime.online.probe()
  const id = uuidv7()
  for (const name of ['front', 'back']) await addInquiryPhoto(id, new Blob([name]))
  await writeInquiry({ id, email: 'mina@example.com', content: 'Is this card right?' })
  const screen = await mountScreen(<InquiryList />)
  const pictures = () => [...screen.element.querySelectorAll('article > ul img')].map((img) => img.getAttribute('alt'))
  await waitUntil(() => pictures().length === 2, 'the photos')
  return { ...screen, tab, network, peer, id, pictures }
}

test('an inquiry that waits shows its photos by name, and one opens large', async () => {
  const { element, pictures } = await listedWithPhotos()
  expect(pictures()).toEqual(['Your photo 1', 'Your photo 2'])
  expect(element.querySelector('dialog[open]')).toBeNull()
  flushSync(() => element.querySelector<HTMLImageElement>('img[alt="Your photo 2"]')?.click())
  await waitUntil(() => element.querySelector('dialog[open] h2')?.textContent === 'Your photo 2', 'the large photo')
  expect(element.querySelectorAll('dialog[open] img')).toHaveLength(1)
})

test('an inquiry whose photo was refused is sent again once that photo is removed (O50)', async () => {
  const { element, tab, network, peer, id, press, button } = await listedWithPhotos()
  const stored = (fileUid: string) => ({
    fileUid,
    kind: 'inquiry',
    type: 'image/webp',
    size: 1,
    width: 1,
    height: 1,
    uploadedAt: 0,
  })
  network.fault(/POST \/file/, async () => answer(200, '200', stored('019bd000-0000-7000-8000-000000000001')))
  network.fault(/POST \/file/, async () => answer(415, 'E_FILE_TYPE'))
  network.down(false)
  tab.fire('online')
  await waitUntil(() => button('Not sent, see why') !== undefined, 'the refusal')
  press('Not sent, see why')
  const dialog = () => element.querySelector('dialog[open]')
  const sendAgain = () =>
    [...(dialog()?.querySelectorAll('button') ?? [])].find((each) => each.textContent === 'Send again')
  await waitUntil(() => dialog()?.textContent.includes('Cannot be sent') ?? false, 'the photo that cannot be sent')
  expect(dialog()?.textContent).toContain('Choose a photo in PNG, JPEG or WebP format.')
  expect(sendAgain()?.disabled).toBe(true)
  press('Remove photo 2')
  await waitUntil(() => sendAgain()?.disabled === false, 'the button')
  press('Send again')
  await waitUntil(() => peer.inquiries.some((inquiry) => inquiry.id === id), 'the inquiry')
  const body = network.receivedRequests.findLast(({ path }) => path.includes('insertInquiry'))?.body
  expect(JSON.parse(body ?? '')).toMatchObject({ id, files: ['019bd000-0000-7000-8000-000000000001'] })
  await waitUntil(async () => (await dbOf(tab).photos.toArray()).every(({ isSent }) => isSent), 'the sent photo')
})

test('a sent photo that this phone does not hold is replaced by words while it is offline', async () => {
  const { browser, network, peer } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const files = ['019bd000-0000-7000-8000-000000000001']
  const sent = { id: uuidv7(), number: 'Q-000007', email: 'mina@example.com', content: 'Is this card right?' }
  peer.inquiries.push({ ...sent, state: 'waiting', writtenAt: 0, answer: null, files })
  peer.authors.set(sent.id, 'mina')
  await tab.runtime.pulls.pull('inquiries', true)
  replaceRuntime(tab.runtime)
  network.down(true)
  await tab.runtime.online.probe()
  const { text, element } = await mountScreen(<InquiryList />)
  await waitUntil(() => text().includes('Shown when you are online'), 'the words')
  expect(element.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Your photo 1')
})

test('a session that has lapsed shows no photos of its member, and its outbox still holds them (S5)', async () => {
  const { tab, network, peer, id } = await listedWithPhotos()
  const Count = () => <output>{useInquiryPhotos(id).length}</output>
  const { element } = await mountScreen(<Count />)
  expect(element.textContent).toBe('2')
  peer.expire(true)
  network.fault(/POST \/file/, 'drop', Infinity)
  network.down(false)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the lapsed session')
  await waitUntil(() => element.textContent === '0', 'no photos')
  expect(await dbOf(tab).photos.count()).toBe(2)
})
