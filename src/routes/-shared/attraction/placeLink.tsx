import { useRouter } from '@tanstack/react-router'
import { useMemo, type MouseEvent, type ReactNode } from 'react'

interface Props {
  gdsUid: string
  className?: string | undefined
  /** Replaces the navigation of a plain click by calling `preventDefault`. */
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
  children: ReactNode
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * Renders a link to an attraction, for long lists. The router's `Link` subscribes to each change of the address, and
 * two hundred of them take a tenth of a second on a slow phone; this one has a constant address and does not subscribe.
 */
export function PlaceLink({ gdsUid, className, onClick, children }: Props) {
  const router = useRouter()
  const target = useMemo(() => ({ to: '/attractions/$detail', params: { detail: gdsUid } }) as const, [gdsUid])
  const href = useMemo(() => router.buildLocation(target).href, [router, target])
  const prepare = (): void => {
    if (router.options.defaultPreload === 'intent') void router.preloadRoute(target).catch(() => undefined)
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    void router.navigate(target)
  }
  return (
    <a
      href={href}
      className={className}
      onClick={follow}
      onPointerEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
    >
      {children}
    </a>
  )
}
