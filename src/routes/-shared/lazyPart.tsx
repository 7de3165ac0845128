import { lazy, Suspense, useState, type ReactNode } from 'react'
import { defer } from '#data/deferred.ts'

type Part<Props> = (props: Props) => ReactNode

/**
 * Wraps a rarely used component, which is deferred: fetched at its first use, or before with `loadDeferred`. Renders
 * `Meanwhile`, by default nothing, until it is loaded. If loading fails, the part stays out of the page until it has been
 * loaded and is rendered again; with `needed` it throws.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<Part<Props>>,
  Meanwhile: Part<Props> | null = null,
  needed = false,
): Part<Props> => {
  let fetched: Part<Props> | null = null
  const fetch = async () => {
    fetched = await load()
    return { default: fetched }
  }
  defer(fetch)
  const Missing: Part<Props> = (props) => Meanwhile && <Meanwhile {...props} />
  const Lazy = lazy(needed ? fetch : () => fetch().catch(() => ({ default: Missing })))
  return function LazyPart(props: Props) {
    // Already loaded: render without suspending.
    const Loaded = fetched
    return Loaded ? (
      <Loaded {...props} />
    ) : (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Lazy {...props} />
      </Suspense>
    )
  }
}

/** Creates a dialog that is loaded at its first opening. It stays mounted, so that closing it returns the focus. */
export const lazyDialog = <Props extends { open: boolean }>(load: () => Promise<Part<Props>>): Part<Props> => {
  const Dialog = lazyPart(load)
  return function LazyDialog(props: Props) {
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    return opened ? <Dialog {...props} /> : null
  }
}
