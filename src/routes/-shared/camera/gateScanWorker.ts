import { decodeQR } from 'qr/decode.js'

/** Worker of the scanner: reads QR codes from frames, off the page's thread. Its file is fetched on first use. */

/** Sent once when the script has loaded, and as the answer to each frame. */
export type DecodeReply = { ready: true } | { text: string | null }

/** Time that optional retries may take for one frame. */
const RETRY_MS = 60

const textOf = (frame: { data: Uint8ClampedArray; width: number; height: number }): string | null => {
  try {
    return decodeQR(frame, { format: 'RGBA', timeLimit: RETRY_MS })
  } catch {
    // The library throws when a frame holds no code.
    return null
  }
}

const reply = (message: DecodeReply): void => postMessage(message)
addEventListener('message', ({ data }: MessageEvent<{ data: Uint8ClampedArray; width: number; height: number }>) =>
  reply({ text: textOf(data) }),
)
reply({ ready: true })
