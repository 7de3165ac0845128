import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Returns whether `canonical`, an absolute address, is that of the page at `href`; filters of a list may differ. */
const isOf = (canonical: string, href: string): boolean => {
  const { pathname, searchParams } = new URL(canonical)
  const page = new URL(href, canonical)
  const path = page.pathname === '/' ? '/home' : page.pathname.replace(/\/$/, '')
  return path === pathname && [...searchParams].every(([name, value]) => page.searchParams.get(name) === value)
}

/**
 * Removes the canonical address of the document when the visitor goes on to another page: the share buttons of Safari
 * and Chrome send it in place of the address in the address bar.
 */
export function CanonicalAddress() {
  const router = useRouter()
  useEffect(() => {
    const check = (): void => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
      if (link && !isOf(link.href, router.state.location.href)) link.remove()
    }
    check()
    return router.subscribe('onResolved', check)
  }, [router])
  return null
}
