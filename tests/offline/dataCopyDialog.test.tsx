// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { DataCopyDialog } from '#routes/myPage/-parts/account/dataCopyDialog.tsx'
import { bodiesOf, errorOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openSignedIn } from './setup.ts'

/** The dialog that saves a copy of the member's data. */

const CALL = /POST .*mypage\/my-data/
const MAIL = /POST .*mypage\/cert\/send-mail/
const SAVE = 'Save the file'
const SECTIONS = { profile: [{ email: 'anna@mail.example' }] }
const MADE_AT = Date.UTC(2026, 10, 26, 3)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Collects the files that the browser saves. */
const collectFiles = () => {
  const files: { name: string; file: Blob }[] = []
  let last: Blob | null = null
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (file: Blob) => {
        last = file
        return 'blob:copy'
      }
      static override revokeObjectURL = () => undefined
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last) files.push({ name: this.download, file: last })
  })
  return files
}

const open = async (passwordYn: 'Y' | 'N' = 'Y') => {
  const opened = await openSignedIn()
  const { network, tab } = opened
  network.fault(/GET .*my-info/, async () => answer(200, '200', { passwordYn }), Infinity)
  replaceRuntime(tab.runtime)
  let closed = 0
  const screen = await mountScreen(<DataCopyDialog open onClose={() => (closed += 1)} email="anna@mail.example" />)
  return { ...opened, ...screen, files: collectFiles(), closings: () => closed }
}

test('a wrong password is refused at its field, and no file is saved', async () => {
  const { press, network, files } = await open()
  network.fault(CALL, async () => answer(200, 'E_PASSWORD_MISMATCH'))
  type(fieldOf('Password'), 'wrong')
  press(SAVE)
  await waitUntil(() => errorOf('Password') !== null, 'the refusal')
  expect(files).toEqual([])
})

test('the password saves the answer as a JSON file of its day, and closes the dialog', async () => {
  const { press, network, files, closings } = await open()
  network.fault(CALL, async () => answer(200, '200', { madeAt: MADE_AT, sections: SECTIONS }))
  type(fieldOf('Password'), 'right')
  press(SAVE)
  await waitUntil(() => closings() === 1, 'the end')
  expect(bodiesOf(network, CALL)).toEqual([{ password: 'right' }])
  expect(files.map(({ name }) => name)).toEqual(['harbor-pass-data-2026-11-26.json'])
  expect(JSON.parse((await files[0]?.file.text()) ?? '')).toEqual({
    service: 'Harbor Pass',
    madeAt: '2026-11-26T03:00:00.000Z',
    ...SECTIONS,
  })
})

test('a member without a password gets it by a mailed code', async () => {
  const { press, network, files, button, clock, closings } = await open('N')
  const now = clock.wall()
  network.fault(MAIL, async () => answer(200, '200', { expiresAt: now + 300_000, resendAt: now + 60_000 }))
  network.fault(CALL, async () => answer(200, '200', { madeAt: MADE_AT, sections: SECTIONS }))
  await waitUntil(() => button('Send the code') !== undefined, 'the mailed code')
  press('Send the code')
  await waitUntil(() => button(SAVE) !== undefined, 'the field')
  expect(bodiesOf(network, MAIL)).toEqual([{ purpose: 'export' }])
  type(fieldOf('Verification code'), '123456')
  press(SAVE)
  await waitUntil(() => closings() === 1, 'the end')
  expect(bodiesOf(network, CALL)).toEqual([{ code: '123456' }])
  expect(files).toHaveLength(1)
})
