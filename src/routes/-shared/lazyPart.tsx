import { lazy, Suspense, useState, type ReactNode } from 'react'

type Part<Props> = (props: Props) => ReactNode

/**
 * Loaders of all lazy parts: rarely used components, fetched at their first use. `preloadLazyParts` loads all of them
 * when the page is idle, so that they are available offline.
 */
const loaders = new Set<() => Promise<unknown>>()
/** Loads all lazy parts. Rejects when one cannot be loaded. */
export const preloadLazyParts = async (): Promise<void> => {
  await Promise.all([...loaders].map((part) => part()))
}

/**
 * Wraps a component that is fetched at its first use. Renders `Meanwhile`, by default nothing, until it is loaded. If
 * loading fails, the part stays out of the page until the next `preloadLazyParts`; with `needed` it throws.
 */
export const lazyPart = <Props extends object>(
  part: () => Promise<Part<Props>>,
  Meanwhile: Part<Props> | null = null,
  needed = false,
): Part<Props> => {
  let fetched: Part<Props> | null = null
  const fetch = async () => {
    fetched = await part()
    return { default: fetched }
  }
  loaders.add(fetch)
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
export const lazyDialog = <Props extends { open: boolean }>(part: () => Promise<Part<Props>>): Part<Props> => {
  const Dialog = lazyPart(part)
  return function LazyDialog(props: Props) {
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    return opened ? <Dialog {...props} /> : null
  }
}
