import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { type Box, portholeOf, SHEET } from './crops.ts'
import type { Hour } from './hour.ts'

/** One file for all scenes; the service worker caches it. */
export const SPRITE = '/art/scenes.svg'

type SceneProps = {
  name: SceneName
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
