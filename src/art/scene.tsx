import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { type Box, portholeOf, SHEET } from './crops.ts'
import type { Hour } from './hour.ts'

/** One request for all scenes; the worker keeps it. */
export const SPRITE = '/art/scenes.svg'

type SceneProps = {
  name: SceneName
  /** Palette of this picture; without it the hour of the page (`data-hour` on <html>). */
  hour?: Hour | undefined
  /** `sheet` 4 : 3, `porthole` square on the subject, or a part of the sheet; beyond its edges there is more sky and sea. */
  crop?: 'sheet' | 'porthole' | Box | undefined
  className?: string | undefined
  /** Says what is seen, where the picture is content. Without it the picture is decoration and not announced. */
  title?: string | undefined
}

/** A drawing from the sprite. It fills the width it is given at its own aspect ratio, so nothing moves when it arrives. */
export function Scene({ name, hour, crop = 'sheet', className, title }: SceneProps) {
  const box = crop === 'sheet' ? SHEET : crop === 'porthole' ? portholeOf(name) : crop
  return (
    <svg
      className={className ? `scene ${className}` : 'scene'}
      viewBox={box.join(' ')}
      width={box[2]}
      height={box[3]}
      preserveAspectRatio="xMidYMid slice"
      data-hour={hour}
      focusable="false"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <use href={`${SPRITE}#${name}`} width="400" height="300" />
    </svg>
  )
}
