// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** What this phone says after the person answered the browser's question like this. */
const afterAnswer = async (answer: NotificationPermission): Promise<{ answer: string; here: string | undefined }> => {
  vi.resetModules()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve(answer) })
  const { usePushHere } = await import('./push.ts')
  let push: ReturnType<typeof usePushHere> | undefined
  const Push = (): ReactNode => {
    push = usePushHere('mina')
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Push />))
  const outcome = await act(async () => push?.turnOn('key', () => Promise.resolve(true)))
  const { here } = push ?? {}
  act(() => root.unmount())
  return { answer: outcome ?? '', here }
}

test.each([
  ['default', 'off'],
  ['denied', 'denied'],
] as const)('a question that ends as “%s” leaves pushes %s', async (answer, here) => {
  expect(await afterAnswer(answer)).toEqual({ answer: here, here })
})
