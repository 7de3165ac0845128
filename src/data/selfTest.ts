import type { LiveCode } from '#sync/device/liveCodes.ts'
import { loadRuntime } from './runtime.ts'

/** Draws a QR code as that of a pass is drawn. Rejects where this browser cannot. */
export const drawTestCode = async (): Promise<Pick<LiveCode, 'path' | 'size'>> =>
  (await loadRuntime()).codes.drawText('HARBOR PASS')
