import { vi } from 'vitest'
import { bodiesOf, fieldOf, waitForEarlierRequests, writesOf } from '../harness/formState.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import type { Tab } from '../harness/tabs.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** The form of an inquiry in a page, for its tests. */

export const SENT = /POST .*insertInquiry/
export const EMAIL = 'Email address for our answer'
export const CONTENT = 'Your question'

/** The form in a page of its own: what a page reads of inquiries belongs to its first phone. */
const load = async (tab: Tab) => {
  vi.resetModules()
  const { replaceRuntime } = await import('#data/runtime.ts')
  const { InquiryForm } = await import('#routes/service/-parts/inquiryForm.tsx')
  const { showToast, useVisibleToast } = await import('#ui/useToast.ts')
  showToast(null)
  replaceRuntime(tab.runtime)
  const Toast = () => <output>{useVisibleToast()?.text}</output>
  return (
    <>
      <InquiryForm />
      <Toast />
    </>
  )
}

/** Opens the form for a guest or for Mina. */
export const openInquiryForm = async (
  who: 'guest' | 'member',
  { isStorageRefused = false, address = '/service/inquiry' } = {},
) => {
  const opened = openWithPeer({ isStorageRefused })
  const tab = await opened.browser.tab()
  if (who === 'member') {
    await person(tab).signIn('mina')
    if (!isStorageRefused) await waitForFirstPulls(tab)
  }
  const form = await load(tab)
  const screen = await mountScreen(form, address)
  const before = writesOf(opened.network).length
  const outbox = async () => [
    ...((await tab.runtime.storage.device()?.outbox.toArray()) ?? []),
    ...(await (async () => {
      const session = tab.runtime.session.state.get()
      return 'home' in session && session.home ? session.home.db.outbox.toArray() : []
    })()),
  ]
  return {
    ...opened,
    ...screen,
    tab,
    outbox,
    question: () => fieldOf<HTMLTextAreaElement>(CONTENT),
    fill: (email: string, content: string) => {
      type(fieldOf(EMAIL), email)
      type(fieldOf(CONTENT), content)
    },
    toast: () => screen.element.querySelector('output')?.textContent ?? '',
    sent: () => bodiesOf(opened.network, SENT),
    /** What the form has sent or queued, once it has had the time to. */
    done: async () => {
      await waitForEarlierRequests(tab)
      return [...writesOf(opened.network).slice(before), ...(await outbox())]
    },
    /** The same form, opened again in this tab. */
    reopen: async () => {
      screen.unmount()
      await mountScreen(form)
    },
  }
}
