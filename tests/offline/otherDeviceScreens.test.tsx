// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { PassCard } from '#routes/myPage/-parts/passCard.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { PASS } from './fixtures.ts'
import { openWithPeer } from './setup.ts'

/**
 * A pass that is not set up here may be on another phone, in another browser of this one, or on none: the storage was
 * cleared, or the member signed out everywhere. No text claims to know which.
 */

test('the card of a pass that another device holds says that it is not set up here, and where it may be', async () => {
  const { browser } = openWithPeer()
  replaceRuntime((await browser.tab()).runtime)
  const pass = {
    ...PASS,
    validUntil: Date.UTC(2031, 0, 1),
    deviceUid: 'device-other',
    naming: null,
    gift: null,
    hasCode: false,
  }
  const screen = await mountScreen(<PassCard pass={pass} deviceUid="device-ours" isOwn />)
  expect(screen.text()).toContain('Not set up here')
  expect(screen.text()).toContain('for example on another phone or in another browser')
  screen.press('Move to this phone')
  expect(screen.text()).toContain(
    'If this pass works on another phone or in another browser, it will stop working there.',
  )
})

test('no text says that a pass is on another phone', () => {
  const english = readFileSync('locales/en.po', 'utf8').replaceAll('"\n"', '')
  const claims =
    /^msgstr "(?:On another phone|.*(?:set up on another phone|on the other phone|from that phone|to another phone")).*/gm
  expect(english.match(claims) ?? []).toEqual([])
})
