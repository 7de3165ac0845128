import { Plural } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/**
 * Directs a person to the errors of a refused form. A single error needs no summary: its field (`id`) takes the focus,
 * and the browser scrolls to it. Several are listed as links to their fields, and the list takes the focus. Give it a
 * `key` that changes with each submit: later changes of the errors do not move the focus away from what is typed.
 */
export function ErrorSummary({ errors }: { errors: readonly { id: string; message: string }[] }) {
  const ref = useRef<HTMLDivElement>(null)
  const count = errors.length
  // The list stays while its errors are corrected one by one, so that the page does not jump.
  const [most, setMost] = useState(count)
  if (count === 0 ? most > 0 : count > most) setMost(count)
  const isRefused = count > 0
  const first = errors[0]?.id
  const target = useRef(first)
  useEffect(() => {
    target.current = first
  }, [first])
  useEffect(() => {
    if (!isRefused) return
    if (ref.current) ref.current.focus()
    else document.getElementById(target.current ?? '')?.focus()
  }, [isRefused])
  if (count === 0 || most < 2) return null
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
