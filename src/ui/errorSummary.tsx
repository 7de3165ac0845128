import { Plural } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** Renders all errors of a form as links to their fields (`id`). Takes the focus when it appears. */
export function ErrorSummary({ errors }: { errors: readonly { id: string; message: string }[] }) {
  const ref = useRef<HTMLDivElement>(null)
  const count = errors.length
  useEffect(() => {
    if (count > 0) ref.current?.focus()
  }, [count])
  if (count === 0) return null
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.summary}>
      <p className={styles.summaryTitle}>
        <Icon of={CircleAlert} size={20} />
        <Plural value={count} one="One field needs your attention" other="# fields need your attention" />
      </p>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
