import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useOnline } from '#data/online.ts'

/** Reads Korean aloud with a voice of the browser. Old browsers and test environments have no `speechSynthesis`. */

const synthesis = (): SpeechSynthesis | undefined => globalThis.speechSynthesis

/** Some phones write `ko_KR`. */
const isKorean = ({ lang }: SpeechSynthesisVoice): boolean => /^ko(?:[-_]|$)/i.test(lang)

/** Returns the Korean voice to use: one on the phone if there is one; one of a server only while `isOnline`. */
const koreanVoice = (isOnline: boolean): SpeechSynthesisVoice | null => {
  const voices = synthesis()?.getVoices().filter(isKorean) ?? []
  return voices.find(({ localService }) => localService) ?? (isOnline ? (voices[0] ?? null) : null)
}

/** Browsers load their voices after the page, and report it. */
const onVoices = (listener: () => void): (() => void) => {
  synthesis()?.addEventListener('voiceschanged', listener)
  return () => synthesis()?.removeEventListener('voiceschanged', listener)
}

export interface KoreanVoice {
  /** The id of the text that is being read; null for none. */
  speakingId: string | null
  /** Reads a text from its beginning, instead of any other one. */
  speak: (id: string, korean: string) => void
  stop: () => void
}

/** Returns the means to read Korean aloud, or null while the browser has no Korean voice. Stops when the screen is left. */
export const useKoreanVoice = (): KoreanVoice | null => {
  const isOnline = useOnline()
  // The address of the voice, because a browser may answer with a new object each time.
  const voiceUri = useSyncExternalStore(onVoices, () => koreanVoice(isOnline)?.voiceURI ?? null)
  const [speakingId, setSpeakingId] = useState<string | null>(null)
  // Chrome drops the events of an utterance that nothing refers to.
  const current = useRef<SpeechSynthesisUtterance>(null)
  const stop = () => {
    current.current = null
    synthesis()?.cancel()
    setSpeakingId(null)
  }
  useEffect(() => {
    const leave = () => synthesis()?.cancel()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  if (voiceUri === null) return null
  const speak = (id: string, korean: string) => {
    synthesis()?.cancel()
    const utterance = new SpeechSynthesisUtterance(korean)
    utterance.lang = 'ko-KR'
    utterance.voice = koreanVoice(isOnline)
    utterance.rate = 0.9
    const end = () => {
      if (current.current === utterance) setSpeakingId(null)
    }
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    current.current = utterance
    setSpeakingId(id)
    synthesis()?.speak(utterance)
  }
  return { speakingId, speak, stop }
}
