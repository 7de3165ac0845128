// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { ShownPass } from '#data/myPass.ts'
import { PASS } from '../../../../tests/offline/fixtures.ts'
import { PassSky } from './passSky.tsx'
import { viewOf } from './passView.ts'

/** The end of a pass on its card in any time zone; also run under the calendar of the year 2569. */

const ENTRY = Date.UTC(2026, 9, 31, 20)
const pass: ShownPass = {
  ...PASS,
  passType: '24H',
  state: 'in_use',
  naming: null,
  gift: null,
  hasCode: false,
  windowHours: 24,
  purchasedAt: ENTRY,
  validUntil: ENTRY + 365 * DAY_MS,
  activatedAt: ENTRY,
  expiresAt: ENTRY + DAY_MS,
}

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const textsAt = (now: number): string[] => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const element = document.createElement('div')
  const root = createRoot(element)
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <PassSky pass={pass} view={viewOf(pass, now, true)} isOwn={false} />
      </I18nProvider>,
    ),
  )
  const [timeLeft, until, home] = [...element.querySelectorAll('p')].map(({ textContent }) => textContent.trim())
  root.unmount()
  return [timeLeft ?? '', until ?? '', home ?? '']
}

test.each([
  ['Asia/Seoul', 540, ''],
  ['Asia/Taipei', 480, '04:00, Taipei time'],
  ['Pacific/Apia', 780, '09:00, Samoa Time'],
  ['America/Los_Angeles', -420, '1 Nov 12:00, Los Angeles Time'],
])(
  'in %s a pass has time left until 24:00:00 and is used from then on, with its end in Korean time',
  (at, minutes, home) => {
    process.env.TZ = at
    expect(-new Date(ENTRY).getTimezoneOffset()).toBe(minutes)
    const { calendar } = new Intl.DateTimeFormat().resolvedOptions()
    expect(calendar).toBe(process.env.CALENDAR ?? calendar)
    const end = 'Until 2 Nov 05:00, Korean time'
    expect(textsAt(ENTRY + DAY_MS - 61_000)).toEqual(['0 h 1 min left', end, home])
    expect(textsAt(ENTRY + DAY_MS - 1_000)).toEqual(['0 h 0 min left', end, home])
    expect(textsAt(ENTRY + DAY_MS)).toEqual(['Used', end, home])
    expect(textsAt(ENTRY + DAY_MS + 1_000)).toEqual(['Used', end, home])
  },
)
