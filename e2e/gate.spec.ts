import { expect, test, type Page } from '@playwright/test'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { api, buyPass, signUpMember, type Person } from './harness/api.ts'
import { waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Camera, liveTracks, prepareScanner, SCAN_ENGINES } from './harness/camera.ts'
import { textOf } from './harness/checker.ts'
import { createScanner, STAFF } from './harness/scanner.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A visitor’s phone and the scanner at the entrance, both offline since the morning. */

const PLACE = 'busan-x-the-sky'
/** In the same group as `PLACE`. */
const SECOND_PLACE = 'lotte-world-busan'

for (const engine of SCAN_ENGINES)
  test.describe(engine, () => {
    let server: Server
    let camera: Camera
    let phone: Profile
    let staff: Profile
    let gate: Page
    let visitor: Page
    let person: Person
    let picture: Buffer

    test.describe.configure({ mode: 'serial', timeout: 400_000 })
    test.beforeAll(async () => {
      test.setTimeout(400_000)
      server = await Server.open()
      camera = await Camera.open()
      // As fine as a phone's screen, so that the camera can tell the modules apart.
      phone = await Profile.open({ ...PHONE, scale: 3 })
      staff = await Profile.open(STAFF, camera)
      await prepareScanner(staff.context, engine)
      person = await signUpMember(server)
      await buyPass(server, person.accessToken)
    })
    test.afterAll(async () => {
      await phone.close()
      await staff.close()
      await camera.close()
      await server.close()
    })

    const passState = async (): Promise<string | undefined> => {
      const { accessToken } = await api<{ accessToken: string }>(server, '/account/login', {
        method: 'POST',
        body: { id: person.email, password: person.password },
      })
      const { list } = await api<{ list: { state: string }[] }>(server, '/mypage/myPass/list', { token: accessToken })
      return list[0]?.state
    }

    const { press, expectVerdict, burst, scan, stopCamera } = createScanner(() => gate)
    const startCamera = async () => {
      await press('Start the camera')
      await expect(gate.locator(`[data-camera="on"][data-engine="${engine}"]`)).toBeVisible()
    }

    test('a scanner is enrolled once, by the operator’s code', async () => {
      const translate = await loadTranslator('ko')
      const code = await server.enrolmentCode(PLACE)
      gate = await staff.page()
      await gate.goto(`${server.url}/gate`)
      await waitForScreen(gate, '/gate')
      const field = gate.getByPlaceholder('XXXX-XXXX-XXXX-XXXX')
      await field.fill('AAAA-AAAA-AAAA-AAAA')
      await press('Enrol this scanner')
      await expect(gate.locator('main')).toContainText(translate('error.E_GATE_CODE'))
      await field.fill(code.toLowerCase())
      await press('Enrol this scanner')
      await expect(gate.getByRole('button', { name: translate('Start the camera') })).toBeVisible()
      await expect(gate.locator('main')).toContainText('목록 업데이트')
      await workerReady(gate)
      // Reload under the worker's control, so that it caches everything that a scanner uses.
      await gate.reload()
      await waitForScreen(gate, '/gate')
      await gate.waitForLoadState('networkidle')
    })

    test('an offline gate admits an offline phone from a picture of its screen', async () => {
      const translate = await loadTranslator('cht')
      visitor = await phone.page()
      await signIn(visitor, server, translate, person.email)
      await visitor.goto(`${server.url}/myPage/myPass`)
      await visitor.getByRole('button', { name: translate('Show on this phone'), exact: true }).click()
      await expect(visitor.locator('[data-live="true"] [data-qr]')).toBeVisible()
      await workerReady(visitor)
      await server.kill()
      await gate.reload()
      await waitForScreen(gate, '/gate')
      await visitor.reload()
      const code = visitor.locator('[data-live="true"] [data-qr]').first()
      await expect(code).toBeVisible()
      await expect.poll(async () => textOf((picture = await code.screenshot()))).toBeTruthy()
      await camera.lookAt(picture)
      await startCamera()
      await expectVerdict('admitted')
      await expect(gate.locator('[data-tone="admitted"] [role="alert"]')).toContainText('입장 완료')
      await expect(gate.locator('[data-tone="admitted"] [role="alert"]')).toContainText('Admitted')
    })

    test('the answer is in the visitor’s language beside Korean', async () => {
      await gate.locator('[data-verdict]').getByRole('button', { name: '日本語' }).click()
      await expect(gate.locator('[data-verdict] [role="alert"]')).toContainText('入場OK')
      await expect(gate.locator('[data-verdict] [role="alert"]')).toContainText('입장 완료')
    })

    test('the same code is refused as already used', async () => {
      await press('Next scan')
      await expectVerdict('refused', 'used_here')
      await stopCamera()
      await expect(gate.locator('[data-camera="off"]')).toBeAttached()
      expect(await liveTracks(gate)).toBe(0)
    })

    test('a code with one changed byte is refused', async () => {
      const text = textOf(picture) ?? ''
      await scan(text.slice(0, 100) + (text[100] === 'A' ? 'B' : 'A') + text.slice(101))
      await expectVerdict('refused', 'unreadable')
      await press('Next scan')
    })

    test('a hardware scanner’s input is read as a code, and typing by hand is not', async () => {
      await scan('4000123412341234')
      await expectVerdict('network')
      await press('Next scan')
      await gate.keyboard.type('4000', { delay: 120 })
      await gate.keyboard.press('Enter')
      await expect(gate.locator('[data-verdict]')).toHaveCount(0)
    })

    test('a hardware scanner on a Korean keyboard is read by its key codes', async () => {
      const text = textOf(picture) ?? ''
      // While Hangul is typed, a browser reports the letter or nothing as `key`, and the physical key as `code`.
      const jamo = 'ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋ'
      const plain: Record<string, string> = { ' ': 'Space', '-': 'Minus', '.': 'Period', '/': 'Slash' }
      const shifted: Record<string, string> = {
        '%': 'Digit5',
        $: 'Digit4',
        '*': 'Digit8',
        '+': 'Equal',
        ':': 'Semicolon',
      }
      const keys = [...text].map((letter, nth) => {
        const at = letter.charCodeAt(0) - 65
        const isLetter = at >= 0 && at < 26
        const key = nth % 2 ? 'Process' : isLetter ? (jamo[at] ?? '') : letter
        const name = isLetter
          ? `Key${letter}`
          : /\d/.test(letter)
            ? `Digit${letter}`
            : (plain[letter] ?? shifted[letter])
        return { key, code: name ?? '', shiftKey: isLetter || letter in shifted }
      })
      await burst([...keys, { key: 'Process', code: 'Enter' }])
      await expectVerdict('refused', 'used_here')
      await press('Next scan')
    })

    test('a card number typed with a Korean input method is read from the field', async () => {
      const translate = await loadTranslator('ko')
      const field = gate.getByLabel(translate('Type the code or card number'))
      await field.fill(`ㅗㅔㅊㅁㄱㅇ${sampleQr(sampleNumber(1, 99)).slice('HPCARD'.length)}`)
      await field.press('Enter')
      await expectVerdict('refused', 'card_blocked')
      await press('Next scan')
    })

    test('back online, the entry is uploaded once, and the pass is in use', async () => {
      await server.start()
      await expect.poll(passState, { timeout: 120_000 }).toBe('in_use')
      await expect(gate.locator('main')).not.toContainText('입장 1건 대기')
    })

    test('online, a second attraction of group A refuses a Big3 whose allowance is spent', async () => {
      const otherProfile = await Profile.open({ ...STAFF, name: 'other staff' })
      try {
        gate = await otherProfile.page()
        await gate.goto(`${server.url}/gate`)
        await gate.getByPlaceholder('XXXX-XXXX-XXXX-XXXX').fill(await server.enrolmentCode(SECOND_PLACE))
        await press('Enrol this scanner')
        // Keys that come before the scanner is enrolled are typed into the form.
        const translate = await loadTranslator('ko')
        await expect(gate.getByRole('button', { name: translate('Start the camera') })).toBeVisible()
        const code = visitor.locator('[data-live="true"] [data-qr]').first()
        let text: string | undefined
        await expect.poll(async () => (text = textOf(await code.screenshot()))).toBeTruthy()
        await scan(text ?? '')
        await expectVerdict('refused', 'allowance_spent')
        expect(otherProfile.errors).toEqual([])
      } finally {
        await otherProfile.close()
      }
      expect(staff.errors).toEqual([])
      expect(phone.errors).toEqual([])
    })
  })
