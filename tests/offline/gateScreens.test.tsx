// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GateAnswer } from '#data/gate.ts'
import { Answer } from '#routes/-parts/gate/answer.tsx'
import { Recent } from '#routes/-parts/gate/recent.tsx'
import { UndoDialog } from '#routes/-parts/gate/undo-dialog.tsx'
import '../harness/dialogs.ts'

/** A scanner calls what it has recorded by its name: an entry at an attraction, a discount at a partner. */

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
let root: Root
beforeEach(() => {
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.getElementById('app') as HTMLElement)
})
afterEach(() => flushSync(() => root.unmount()))
const draw = (screen: React.ReactNode) => {
  flushSync(() => root.render(<I18nProvider i18n={i18n}>{screen}</I18nProvider>))
  return document.body.textContent
}
const answerOf = (verdict: 'admitted' | 'recorded'): GateAnswer => ({
  entryUid: '0193a1b2-0000-7000-8000-000000000001',
  verdict,
  reason: null,
  offline: false,
  at: Date.now(),
  by: 'clock',
  skewMs: null,
  undoUntil: Date.now() + 60_000,
  pass: null,
})
const ignore = () => undefined

test.each([
  ['admitted', 'Recent entries', 'Undo this entry'],
  ['recorded', 'Recent discounts', 'Undo this discount'],
] as const)('%s: “%s” and “%s”', (verdict, heading, undo) => {
  const answer = answerOf(verdict)
  draw(<Recent entries={[answer]} onUndo={ignore} />)
  expect(document.querySelector('h2')?.textContent).toBe(heading)
  draw(<UndoDialog entry={answer} onClose={ignore} onUndone={ignore} />)
  expect(document.querySelector('dialog h2')?.textContent).toBe(undo)
  expect(document.querySelector('button[type=submit]')?.textContent).toBe(undo)
  const gate = { enrolment: null, lists: null, waiting: 0, kept: [], notBefore: 0 } as never
  const all = draw(
    <Answer
      shown={{ answer, text: '' }}
      gate={gate}
      scene={undefined}
      sentences={{ korean: null, visitor: i18n, locale: 'en', choose: ignore } as never}
      busy={false}
      inGroup={1}
      window={false}
      onNext={ignore}
      onAdmit={ignore}
      onUndo={ignore}
    />,
  )
  expect(all).toContain(undo)
})
