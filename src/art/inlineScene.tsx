import type { Hour } from './hour.ts'
import { Drawing } from './drawing.tsx'

type InlineSceneProps = {
  /**
   * Drawings that are inlined in the HTML and appear with the first paint; all others come from the sprite (scene.tsx).
   */
  name: 'gwangan'
  hour?: Hour | undefined
  className?: string | undefined
}

/**
 * Renders a hero picture that needs no request: the bridge in the middle, its feet on the lower edge, the sky free for
 * a title. Sky, sea and town extend 500 units beyond the sheet to the left, right and top, so one scale fills any box:
 * the largest at which the bridge fits. Decorative, hidden from assistive technology.
 */
export function InlineScene({ name, hour, className }: InlineSceneProps) {
  return (
    <svg
      className={['scene-hero', className].filter(Boolean).join(' ')}
      viewBox="8 -98 384 378"
      preserveAspectRatio="xMidYMax meet"
      data-hour={hour}
      focusable="false"
      aria-hidden
    >
      <Drawing of={name} />
    </svg>
  )
}
