import { Trans } from '@lingui/react/macro'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { Button } from '#ui/button.tsx'

interface Props {
  /** The list whose children are the rows. */
  list: RefObject<HTMLElement | null>
  /** Rows that the list has. */
  count: number
  hasNext: boolean
  busy?: boolean
  onPress: () => void
}

/**
 * Renders the button under a list that appends rows; nothing without a next page. When the last press removes the
 * button, the first new row gets the focus: otherwise a keyboard or a screen reader starts again at the top of the page.
 */
export function ShowMore({ list, count, hasNext, busy = false, onPress }: Props) {
  /** Rows of the list at the press that is not answered yet. */
  const pressedCount = useRef<number | null>(null)
  useLayoutEffect(() => {
    const firstNew = pressedCount.current
    if (firstNew === null || busy || (hasNext && count <= firstNew)) return
    pressedCount.current = null
    if (hasNext || document.activeElement !== document.body) return
    const row = list.current?.children[firstNew] ?? list.current?.lastElementChild
    if (!(row instanceof HTMLElement)) return
    row.setAttribute('tabindex', '-1')
    // The row is where the button was.
    row.focus({ preventScroll: true })
  }, [list, count, hasNext, busy])
  if (!hasNext) return null
  return (
    <Button
      kind="outline"
      full
      busy={busy}
      onClick={() => {
        pressedCount.current = count
        onPress()
      }}
    >
      <Trans>Show more</Trans>
    </Button>
  )
}
