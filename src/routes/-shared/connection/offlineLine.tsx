import { CloudOff } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import styles from './connection.module.css'
import { useConnectionText } from './useConnectionText.ts'

/**
 * Renders one line about a connection that is missing, nothing while it is good. For My Pass and home, which keep its
 * place free; the frame announces its text.
 */
export function OfflineLine() {
  const text = useConnectionText()
  return (
    text !== null && (
      <p className={styles.line} data-offline-line>
        <Icon of={CloudOff} size={16} />
        {text}
      </p>
    )
  )
}
