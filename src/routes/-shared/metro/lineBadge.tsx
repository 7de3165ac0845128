import { TrainFront } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import styles from './lineBadge.module.css'

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Returns black or white, whichever reads better on a colour (`#f06a00`); one always has a contrast of 4.5. */
const inkOn = (colour: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}

interface Props {
  line: { id: string; name: string; color: string }
  /** The name of the line stands beside the sign, which is then hidden from screen readers. */
  isNamed?: boolean
}

/** Renders the sign of a metro line: its number, or a train, in its colour. */
export function LineBadge({ line, isNamed = false }: Props) {
  return (
    <span
      className={styles.badge}
      style={{ background: line.color, color: inkOn(line.color) }}
      {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': line.name })}
    >
      {/^\d/.test(line.id) ? line.id : <Icon of={TrainFront} size={16} />}
    </span>
  )
}
