/** The contract between the camera of the scanner and what reads its codes. */

export type EngineName = 'detector' | 'qr' | 'html5-qrcode'

export interface OpenRequest {
  /** Element in which the engine shows the picture; it is the engine's own until `close`. */
  host: HTMLElement
  constraints: MediaTrackConstraints
  /** When it aborts, `open` rejects, and a track that comes later is stopped. */
  signal: AbortSignal
  onText: (text: string) => void
  /** The engine cannot read any more; the camera itself may be well. */
  onFailure: () => void
}

export interface OpenCamera {
  track: MediaStreamTrack
  video: HTMLVideoElement
  /** Stops the track and removes the picture, at once. */
  close: () => void
}

/** Opens the camera, shows its picture, and reads QR codes from it about ten times a second. */
export interface ScanEngine {
  name: EngineName
  isAvailable: () => Promise<boolean>
  /** Loads what the engine needs, so that it is stored for a start without a network. */
  preload: () => Promise<unknown>
  /** Rejects with the browser's error, or with a text that contains its name. */
  open: (request: OpenRequest) => Promise<OpenCamera>
}

/** Time between two readings of the picture. */
export const READ_EVERY_MS = 100

/** Stops all tracks of a stream, which turns the camera off. */
export const stopTracks = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
