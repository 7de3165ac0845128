// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const MINA = { member: 'mina', session: 'one' }

/** Renders the hook in a page that has just been opened. */
const openPushes = async () => {
  vi.resetModules()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { usePushState } = await import('./push.ts')
  let push: ReturnType<typeof usePushState> | undefined
  const Push = (): ReactNode => {
    push = usePushState(MINA)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Push />))
  return { push: () => push, close: () => act(() => root.unmount()) }
}

/** Returns the outcome and the state of pushes after this answer to the permission prompt. */
const afterAnswer = async (answer: NotificationPermission): Promise<{ answer: string; state: string | undefined }> => {
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve(answer) })
  const { push, close } = await openPushes()
  const outcome = await act(async () => push()?.turnOn('key', () => Promise.resolve(true)))
  const { state } = push() ?? {}
  close()
  return { answer: outcome ?? '', state }
}

test.each([
  ['default', 'off'],
  ['denied', 'denied'],
] as const)('a permission prompt that ends as “%s” leaves pushes %s', async (answer, state) => {
  expect(await afterAnswer(answer)).toEqual({ answer: state, state })
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15'

test.each([
  ['an iPhone in its browser', IPHONE, 5, false, 'install'],
  ['an iPad in its browser', MAC, 5, false, 'install'],
  ['an iPhone whose home screen has the app, in Lockdown Mode', IPHONE, 5, true, 'unsupported'],
  ['an iPad whose home screen has the app, in Lockdown Mode', MAC, 5, true, 'unsupported'],
  ['a Mac', MAC, 0, false, 'unsupported'],
] as const)(
  'without a push manager, %s gets the right state',
  async (_name, userAgent, maxTouchPoints, standalone, state) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints, standalone })
    vi.stubGlobal('matchMedia', () => ({ matches: standalone }))
    const { push, close } = await openPushes()
    expect(push()?.state).toBe(state)
    close()
  },
)

test('the mark of a subscription is exactly that of its last owner, and a sign-out leaves nothing of it', async () => {
  const { markPush } = await import('./push.ts')
  localStorage.clear()
  markPush(MINA, 'cht')
  expect({ ...localStorage }).toEqual({ 'hp-push': 'mina', 'hp-push-session': 'one', 'hp-push-language': 'cht' })
  markPush({ member: 'haru', session: null }, 'jp')
  expect({ ...localStorage }).toEqual({ 'hp-push': 'haru', 'hp-push-language': 'jp' })
  markPush(MINA, 'cht', 'hash')
  expect({ ...localStorage }).toEqual({
    'hp-push': 'mina',
    'hp-push-session': 'one',
    'hp-push-language': 'cht',
    'hp-push-sent': expect.stringMatching(/^hash \d+$/) as string,
  })
  markPush(null)
  expect({ ...localStorage }).toEqual({})
})
