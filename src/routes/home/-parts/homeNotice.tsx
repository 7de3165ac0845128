import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { idle } from '#data/idle.ts'
import { useMyPasses } from '#data/myPass.ts'
import { usePopups, type Popup } from '#data/popups.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './homeNotice.module.css'
import { useCurrentPass } from './useCurrentPass.ts'

/** Korean date and ids of the notices that were hidden on it. */
const HIDDEN_KEY = 'hp-notices-hidden'
/** The notices that were closed on this page; they come back after a reload. */
const closed = new Set<string>()

const hiddenOn = (date: string): string[] => {
  try {
    const [day, ...ids] = (localStorage.getItem(HIDDEN_KEY) ?? '').split(' ')
    return day === date ? ids : []
  } catch {
    return []
  }
}
const hide = (id: string, date: string): void => {
  try {
    localStorage.setItem(HIDDEN_KEY, [date, ...hiddenOn(date), id].join(' '))
  } catch {
    // Not stored: the notice comes back after a reload.
  }
}

/** Returns whether a dialog would interrupt: another one is open, or something is being typed. */
const isBusy = (): boolean =>
  document.querySelector('dialog[open]') !== null || (document.activeElement?.matches('input, textarea') ?? false)

/**
 * Renders a notice of the day over home, once the page is idle, to visitors without a pass to show (spec 2.78). Promotions
 * do not interrupt (decision 0173).
 */
export function HomeNotice() {
  const { data } = usePopups()
  const { status } = useMyPasses()
  const pass = useCurrentPass()
  const today = koreanDate(useNow(MINUTE_MS))
  /** The notice that was opened last. It stays rendered when it closes, so that the focus returns. */
  const [opened, setOpened] = useState<Popup>()
  const [isOpen, setOpen] = useState(false)
  const hasPass = status === 'loading' || pass !== null
  // A stored answer may be of another day.
  const notices = data?.filter(
    ({ kind, startDate, endDate }) => kind === 'notice' && startDate <= today && today <= endDate,
  )
  const next = hasPass ? undefined : notices?.find(({ id }) => !closed.has(id) && !hiddenOn(today).includes(id))
  const nextId = next?.id
  const open = useEffectEvent(() => {
    setOpened(next)
    setOpen(true)
  })
  useEffect(() => {
    if (!nextId) return undefined
    let isOver = false
    void idle().then(() => {
      if (!isOver && !isBusy()) open()
    })
    return () => {
      isOver = true
    }
  }, [nextId])
  if (!opened) return null
  const close = () => {
    closed.add(opened.id)
    setOpen(false)
  }
  return (
    <Dialog
      open={isOpen && notices?.some(({ id }) => id === opened.id) === true}
      onClose={close}
      title={opened.title}
      actions={
        <>
          <Button
            kind="outline"
            onClick={() => {
              hide(opened.id, today)
              close()
            }}
          >
            <Trans>Hide for today</Trans>
          </Button>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <p className={styles.text}>{opened.body}</p>
    </Dialog>
  )
}
