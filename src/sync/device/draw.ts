import { presentCode } from '#contract/rules/passCode.ts'
import type { Sign } from '#contract/rules/signature.ts'
import type { DrawnCode } from '#db/names.ts'
import { certificateBytes } from './key.ts'

/** Returns the dark modules of a square as one SVG path; adjacent ones of a row are one rectangle (L9). */
export const pathOf = (modules: ArrayLike<unknown>, size: number): string => {
  let path = ''
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!modules[y * size + x]) continue
      const from = x
      while (x < size && modules[y * size + x]) x += 1
      path += `M${from} ${y}h${x - from}v1h${from - x}z`
    }
  }
  return path
}

/** Draws a text of digits, capitals, spaces and `$%*+-./:` as a QR code. */
export const drawText = async (text: string | Promise<string>): Promise<Pick<DrawnCode, 'path' | 'size'>> => {
  const [data, { create }] = await Promise.all([text, import('qrcode')])
  const { modules } = create([{ data, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
  return { path: pathOf(modules.data, modules.size), size: modules.size }
}

/** Signs and draws a live code of the pass, without a network. `nowMs` is server-corrected (L8, L10). */
export const drawCode = async (certificate: string, nowMs: number, sign: Sign): Promise<DrawnCode> => ({
  ...(await drawText(presentCode(certificateBytes(certificate), nowMs, sign))),
  madeAt: nowMs,
})
