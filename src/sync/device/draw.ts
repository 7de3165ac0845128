import type { create } from 'qrcode'
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

type Segments = Parameters<typeof create>[0]

const draw = async (segments: Segments | Promise<Segments>): Promise<Pick<DrawnCode, 'path' | 'size'>> => {
  const [data, qrcode] = await Promise.all([segments, import('qrcode')])
  const { modules } = qrcode.create(data, { errorCorrectionLevel: 'M' })
  return { path: pathOf(modules.data, modules.size), size: modules.size }
}

/** Draws a text of digits, capitals, spaces and `$%*+-./:` as a QR code. */
export const drawText = (text: string | Promise<string>): Promise<Pick<DrawnCode, 'path' | 'size'>> =>
  draw(Promise.resolve(text).then((data) => [{ data, mode: 'alphanumeric' }]))

/** Draws an address as a QR code. */
export const drawAddress = (address: string): Promise<Pick<DrawnCode, 'path' | 'size'>> =>
  draw([{ data: new TextEncoder().encode(address), mode: 'byte' }])

/** Signs and draws a live code of the pass, without a network. `nowMs` is server-corrected (L8, L10). */
export const drawCode = async (certificate: string, nowMs: number, sign: Sign): Promise<DrawnCode> => ({
  ...(await drawText(presentCode(certificateBytes(certificate), nowMs, sign))),
  madeAt: nowMs,
})
