import { useRouter } from '@tanstack/react-router'
import { useMemo, type MouseEvent, type ReactNode } from 'react'

interface Props {
  gdsUid: string
  className?: string | undefined
  /** Says where a plain click goes instead, by preventing its default. */
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
  children: ReactNode
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A link to an attraction for long lists. The router's own listens to each change of address, two hundred of them take a
 * tenth of a second on a slow phone; this one leads to one address for good.
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
