// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { FavouriteButton } from '#routes/-shared/attraction/favouriteButton.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openElement } from './formPage.tsx'
import { openWithPeer, person } from './setup.ts'

/** The heart of a place. */

const HEART = 'Favourite: Tower'

test('a visitor who presses the heart is asked to sign in, and a member has a favourite (spec 6.2)', async () => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  const screen = await openElement(<FavouriteButton gdsUid="tower" name="Tower" />, { ...opened, tab })
  const isOn = () => screen.button(HEART)?.getAttribute('aria-pressed')
  screen.press(HEART)
  await waitUntil(() => screen.toast() !== '', 'the toast')
  expect(screen.toast()).toBe('Please sign in.Sign in')
  expect(isOn()).toBe('false')
  expect(opened.peer.effects).toEqual([])
  screen.press('Sign in')
  await waitUntil(() => screen.address() === '/login?returnTo=%2F', 'the sign-in, and the way back')
  await person(tab).signIn('mina')
  screen.press(HEART)
  await waitUntil(() => isOn() === 'true', 'the favourite')
  await waitUntil(() => screen.toast() === 'Saved to favouritesUndo', 'the toast')
  await waitUntil(() => opened.peer.effects.length === 1, 'the favourite at the server')
  expect(opened.peer.effects).toEqual(['on tower'])
})
