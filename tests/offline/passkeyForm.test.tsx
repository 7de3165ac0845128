// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { PASSKEY_CHALLENGE_MS } from '#contract/limits.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openPage } from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** The form to sign in, in a browser that lists passkeys below the field of the address. */

const OPTIONS = /POST .*account\/passkey\/options/
const SIGN_IN = /POST .*account\/passkey$/

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

/** Gives the browser passkeys, the first of which is chosen as soon as they are listed. */
const stubPasskeys = () => {
  vi.stubGlobal(
    'PublicKeyCredential',
    class {
      static isConditionalMediationAvailable = async () => true
    },
  )
  const bytes = new Uint8Array([1]).buffer
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }
  const credential = { id: 'AQ', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
  const listed = vi.fn<() => Promise<unknown>>(async () => credential)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: listed } })
  return listed
}

test('a passkey chosen from the list signs in although the list would be renewed before the answer', async () => {
  const listed = stubPasskeys()
  const opened = openWithPeer()
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  opened.network.fault(OPTIONS, async () => answer(200, '200', { challenge: 'AQ', rpId: 'localhost' }), Infinity)
  opened.network.fault(SIGN_IN, async () => {
    arrived.resolve()
    await answered.promise
    const body = JSON.stringify({ id: 'mina', password: 'right', autoLgnYn: 'Y' })
    return opened.peer.handler(new Request('http://phone.test/api/v1/account/login', { method: 'POST', body }))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const page = await openPage('/login?returnTo=%2FmyPass', opened)
  await arrived.promise
  await vi.advanceTimersByTimeAsync(PASSKEY_CHALLENGE_MS)
  answered.resolve()
  await waitUntil(() => page.address() === '/myPass', 'the page that was wanted')
  expect(page.sessionState().state).toBe('member')
  expect(listed).toHaveBeenCalledTimes(1)
})
