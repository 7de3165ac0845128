import type { AnswerTexts } from './gateMessages.ts'

type AnswerTone = AnswerTexts['tone']

/** [Hz, s] of each note: rising for admitted, level for check, falling for refused. */
const NOTES: Record<AnswerTone, readonly (readonly [number, number])[]> = {
  admitted: [
    [660, 0.12],
    [990, 0.22],
  ],
  check: [
    [520, 0.16],
    [0, 0.08],
    [520, 0.16],
  ],
  refused: [
    [260, 0.22],
    [0, 0.06],
    [180, 0.45],
  ],
}
const VIBRATIONS_MS: Record<AnswerTone, number[]> = { admitted: [80], check: [60, 80, 60], refused: [300, 120, 300] }

let audio: AudioContext | undefined

/** Unlocks audio. Call it in the click that starts the scanner: browsers allow sound only after a user gesture. */
export const allowSound = (): void => {
  try {
    audio ??= new AudioContext()
    void audio.resume()
  } catch {
    // no audio: colour, shape and vibration remain
  }
}

/** Plays the sound and the vibration of an answer. */
export const signal = (tone: AnswerTone): void => {
  navigator.vibrate?.(VIBRATIONS_MS[tone])
  if (audio?.state !== 'running') return
  let at = audio.currentTime
  for (const [hertz, length] of NOTES[tone]) {
    if (hertz > 0) {
      const note = new OscillatorNode(audio, { type: tone === 'refused' ? 'sawtooth' : 'sine', frequency: hertz })
      const volume = new GainNode(audio, { gain: 0.4 })
      // Fade out: an abrupt end clicks.
      volume.gain.setTargetAtTime(0, at + length - 0.03, 0.01)
      note.connect(volume).connect(audio.destination)
      note.start(at)
      note.stop(at + length)
    }
    at += length
  }
}
