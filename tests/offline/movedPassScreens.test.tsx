// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { useMyPasses } from '#data/myPass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { BindButton } from '#routes/myPage/-parts/bindButton.tsx'
import { PassCard } from '#routes/myPage/-parts/passCard.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { openSignedIn, waitForCode } from './setup.ts'

function Passes() {
  const { list, deviceUid } = useMyPasses()
  return list.map((pass) => <PassCard key={pass.passUid} pass={pass} deviceUid={deviceUid} isOwn />)
}

test('a pass that lost its certificate, as after a new password, offers to be moved here and promises no code', async () => {
  const { peer, tab, clock } = await openSignedIn()
  const pass = certifiedPass(1, clock.wall())
  peer.passes.set('mina', [pass])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  peer.passes.set('mina', [{ ...pass, certificate: null, certificateNotAfter: null }])
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<Passes />)
  await waitUntil(() => screen.text().includes('Move to this phone'))
  expect(screen.text()).toContain('Not set up here')
  expect(screen.text()).not.toContain('Preparing your code')
})

test('the code takes the focus, also where it appears before the answer is handled', async () => {
  const { peer, tab, clock } = await openSignedIn()
  const pass = certifiedPass(1, clock.wall())
  peer.passes.set('mina', [{ ...pass, deviceUid: null, certificate: null, certificateNotAfter: null }])
  await tab.runtime.pulls.pull('passes', true)
  const codeAppeared = Promise.withResolvers<void>()
  const bind: typeof tab.runtime.bind = async (binding) => {
    const bound = await tab.runtime.bind(binding)
    await codeAppeared.promise
    return bound
  }
  replaceRuntime({ ...tab.runtime, bind })
  const { press, text, element } = await mountScreen(<Passes />)
  await waitUntil(() => text().includes('Show on this phone'), 'the button of the pass')
  peer.passes.set('mina', [pass])
  press('Show on this phone')
  await waitUntil(() => element.querySelector('[data-live]') !== null, 'the code of the pass')
  codeAppeared.resolve()
  await waitUntil(() => document.activeElement === element.querySelector('[data-live]'), 'the focus on the code')
})

test('a pass that was set up elsewhere since the list was read asks for the password, with the reason', async () => {
  const { tab, network } = await openSignedIn()
  network.fault(/myPass\/device/, async () => answer(200, 'E_PASS_ELSEWHERE', null), Infinity)
  replaceRuntime(tab.runtime)
  const { press, text, element } = await mountScreen(<BindButton passUid={PASS.passUid} move={false} />)
  expect(element.querySelector('input[type=password]')).toBeNull()
  press('Show on this phone')
  await waitUntil(() => element.querySelector('input[type=password]') !== null, 'the field of the password')
  expect(text()).toContain('This pass has already been set up')
})

test('moving a pass leads a member without a password to a first one by mail', async () => {
  const { tab, network } = await openSignedIn()
  network.fault(/GET .*my-info/, async () => answer(200, '200', { passwordYn: 'N' }), Infinity)
  replaceRuntime(tab.runtime)
  const { press, links, text, element } = await mountScreen(<BindButton passUid={PASS.passUid} move />)
  press('Move to this phone')
  await waitUntil(() => links('Get your first password by email').length > 0, 'the way on')
  expect(links('Get your first password by email')).toEqual(['/login/findPw01'])
  expect(text()).toContain('so you do not have a Harbor Pass password')
  expect(element.querySelector('input[type=password]')).toBeNull()
})
