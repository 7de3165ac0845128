import { lazy, Suspense, useState, type ReactNode } from 'react'
import { defer, loadTexts } from '#data/deferred.ts'

type Part<Props> = (props: Props) => ReactNode

/**
 * Wraps a rarely used component, which is deferred: fetched at its first use, or before with `loadDeferred`, together
 * with the texts that the first screen does without. Renders `Meanwhile`, by default nothing, until it is loaded. If
 * loading fails, the part stays out of the page until it has been loaded and is rendered again; with `needed` it throws.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<Part<Props>>,
  Meanwhile: Part<Props> | null = null,
  needed = false,
): Part<Props> => {
  let fetched: Part<Props> | null = null
  let hasFailed = false
  const fetch = async () => {
    const [component] = await Promise.all([load(), loadTexts()])
    fetched = component
    return { default: component }
  }
  defer(fetch)
  const Missing: Part<Props> = (props) => Meanwhile && <Meanwhile {...props} />
  const orMissing = () =>
    fetch().catch(() => {
      hasFailed = true
      return { default: Missing }
    })
  const Lazy = lazy(needed ? fetch : orMissing)
  return function LazyPart(props: Props) {
    // Already loaded: render without suspending. A part that was fetched while it is shown stays in its `Suspense`,
    // because another parent would unmount it, with its state.
    const [initial] = useState(() => fetched)
    const Loaded = initial ?? (hasFailed ? fetched : null)
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
