import type { Hour } from './hour.ts'
import { Drawing } from './drawing.tsx'

type InlineSceneProps = {
  /** What is drawn with the first paint; all else comes from the sprite (scene.tsx). */
  name: 'gwangan'
  hour?: Hour | undefined
  className?: string | undefined
}

/**
 * A hero that needs no request: the bridge in the middle, its feet on the lower edge, the sky free for a title. Sky,
 * sea and town go on 500 beyond the sheet on the left and right and above, so any box is filled at one scale: the
 * largest at which the bridge fits. Decoration; never announced.
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
