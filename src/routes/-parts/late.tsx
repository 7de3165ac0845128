import { lazy, Suspense, useState, type ReactNode } from 'react'

type Part<Props> = (props: Props) => ReactNode

/**
 * A part of the frame that few ever see: fetched when it is first shown. `fetchLate` brings all of them, once the page
 * has nothing better to do, so that they are there when the network is not.
 */
const parts = new Set<() => Promise<unknown>>()
export const fetchLate = async (): Promise<void> => {
  await Promise.all([...parts].map((part) => part()))
}

/**
 * `Meanwhile` is drawn until the part is fetched; nothing by default. A part that cannot be fetched is left out, rather
 * than the page with it, and drawn once `fetchLate` has brought it; one that is `needed` throws.
 */
export const late = <Props extends object>(
  part: () => Promise<Part<Props>>,
  Meanwhile: Part<Props> | null = null,
  needed = false,
): Part<Props> => {
  let fetched: Part<Props> | null = null
  const fetch = async () => {
    fetched = await part()
    return { default: fetched }
  }
  parts.add(fetch)
  const Missing: Part<Props> = (props) => Meanwhile && <Meanwhile {...props} />
  const Lazy = lazy(needed ? fetch : () => fetch().catch(() => ({ default: Missing })))
  return function Late(props: Props) {
    // What is here already is drawn with everything else.
    const Here = fetched
    return Here ? (
      <Here {...props} />
    ) : (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Lazy {...props} />
      </Suspense>
    )
  }
}

/** The same for a dialog: it comes with its first opening and stays, so that closing it gives the focus back. */
export const lateDialog = <Props extends { open: boolean }>(part: () => Promise<Part<Props>>): Part<Props> => {
  const Dialog = late(part)
  return function LateDialog(props: Props) {
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    return opened ? <Dialog {...props} /> : null
  }
}
