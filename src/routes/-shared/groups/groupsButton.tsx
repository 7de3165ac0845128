import { useState, type ReactNode } from 'react'
import { lazyDialog } from '../lazyPart.tsx'
import { Button } from '#ui/button.tsx'
import screen from '../screen.module.css'
import type { Choosing } from './shelf.tsx'

const GroupsDialog = lazyDialog(async () => (await import('./groupsDialog.tsx')).GroupsDialog)

interface Props {
  /** The pass to choose places for; without it the dialog explains the groups. */
  choosing?: Choosing | undefined
  /** Default: a text link. */
  kind?: 'quiet' | undefined
  className?: string | undefined
  /** Accessible name, where the content is not text. */
  label?: string
  children: ReactNode
}

/** Renders a button that opens the places of groups A and B; closing them returns to it. */
export function GroupsButton({ choosing, kind, className, label, children }: Props) {
  const [open, setOpen] = useState(false)
  const press = {
    'aria-haspopup': 'dialog',
    'aria-label': label,
    onClick: () => setOpen(true),
  } as const
  return (
    <>
      {kind ? (
        <Button {...press} kind={kind} full className={className}>
          {children}
        </Button>
      ) : (
        <button {...press} type="button" className={className ?? screen.link}>
          {children}
        </button>
      )}
      <GroupsDialog open={open} onClose={() => setOpen(false)} choosing={choosing} />
    </>
  )
}
