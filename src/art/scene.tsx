import { useEffect, useRef, useState, type RefObject } from 'react'
import { placeFileOf } from '#contract/rules/placeScenes.ts'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { type Box, portholeOf, SHEET } from './crops.ts'
import type { Hour } from './hour.ts'
import { whenStill } from './movement.ts'
import { PLACE_SPRITES, SPRITE } from '#contract/rules/sprites.gen.ts'

type SceneProps = {
  name: SceneName
  /** The attraction that is shown; it may have a picture of its own (`PLACE_SCENES`), fetched when it is near the window. */
  place?: string | undefined
  /** Palette of this picture. Default: the hour of the page (`data-hour` on <html>). */
  hour?: Hour | undefined
  /**
   * `sheet` is the whole picture, 4 : 3; `porthole` is a square around the subject; a `Box` is any section. Beyond the
   * edges of the sheet the sprite has more sky and sea.
   */
  crop?: 'sheet' | 'porthole' | Box | undefined
  className?: string | undefined
  /** Text alternative, where the picture is content. Without it the picture is decorative and hidden. */
  title?: string | undefined
}

/** Renders a drawing from the sprite, as wide as its container, at its own aspect ratio (no layout shift on load). */
export function Scene({ name, place = '', hour, crop = 'sheet', className, title }: SceneProps) {
  const ref = useRef<SVGSVGElement>(null)
  const file = placeFileOf(place)
  const isNear = useIsNear(ref, file > 0)
  const box = crop === 'sheet' ? SHEET : crop === 'porthole' ? portholeOf(file > 0 ? place : name) : crop
  const href = file === 0 ? `${SPRITE}#${name}` : isNear ? `${PLACE_SPRITES[file - 1]}#${place}` : undefined
  return (
    <svg
      ref={ref}
      className={className ? `scene ${className}` : 'scene'}
      viewBox={box.join(' ')}
      width={box[2]}
      height={box[3]}
      preserveAspectRatio="xMidYMid slice"
      data-hour={hour}
      focusable="false"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      {href !== undefined && <use href={href} width="400" height="300" />}
    </svg>
  )
}

/** How far from the window a picture is fetched: less than one screen of a phone. */
const NEAR = '600px'

/**
 * Returns whether the element has come near the window, once nothing moves there; at once in browsers that cannot
 * tell.
 */
const useIsNear = (ref: RefObject<Element | null>, isObserved: boolean): boolean => {
  const [isNear, setNear] = useState(!('IntersectionObserver' in globalThis))
  useEffect(() => {
    if (!isObserved || isNear || !ref.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void whenStill().then(() => setNear(true))
      },
      { rootMargin: NEAR },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, isObserved, isNear])
  return isNear
}

/**
 * Renders nothing visible. While a screen without drawings is shown, or none, browsers drop the parsed sprite, and parse
 * it again for the next one: 60 ms on a slow phone, in the middle of a movement.
 */
export function HeldSprite() {
  return (
    <div hidden>
      <svg>
        <use href={`${SPRITE}#print-big3`} />
      </svg>
    </div>
  )
}
