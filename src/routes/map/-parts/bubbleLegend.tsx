import { BUBBLES } from '#contract/rules/bubble.ts'
import { BubbleShape } from './marker.tsx'
import styles from './sheet.module.css'
import { useBubbleText } from './useBubbleText.ts'

/** Renders what the shapes of the markers mean. */
export function BubbleLegend() {
  const bubbleText = useBubbleText()
  return (
    <ul className={styles.legend}>
      {BUBBLES.map((bubble) => (
        <li key={bubble}>
          <BubbleShape bubble={bubble} />
          {bubbleText(bubble)}
        </li>
      ))}
    </ul>
  )
}
