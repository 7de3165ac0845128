import type { BrowserContext, Page } from '@playwright/test'

/** The screen that a link of each kind opened, by the person who opened it: most links stand on every screen. */
const SCREENS_OF_KINDS = new WeakMap<BrowserContext, Map<string, string | null>>()
/** The status of each address. */
const STATUSES = new Map<string, number>()

const statusOf = async (href: string): Promise<number> => {
  const status = STATUSES.get(href) ?? (await fetch(href)).status
  STATUSES.set(href, status)
  return status
}

/** Lists links of the visible screen that lead nowhere, and elements that look or focus like links and do nothing. */
export const deadLinks = async (page: Page): Promise<string[]> => {
  const { links, idle } = await page.evaluate(() => {
    // An application, such as a map, is moved by keys.
    const DOES =
      'a[href], button, input, select, textarea, summary, label, [role="button"], [role="application"], dialog'
    const labelOf = (element: Element) => (element.textContent || element.className).trim().slice(0, 40)
    const faults: string[] = []
    const linkClasses = new Set([...document.querySelectorAll('main a[href]')].flatMap((link) => [...link.classList]))
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (element.closest(DOES) || element.querySelector(DOES) || !element.checkVisibility()) continue
      // What scrolls must be reachable by keyboard.
      const isScrolled = /auto|scroll/.test(getComputedStyle(element).overflowX) && element.role === 'region'
      if (element.tabIndex >= 0 && !isScrolled) faults.push(`takes the focus and does nothing: ${labelOf(element)}`)
      if (getComputedStyle(element).cursor === 'pointer')
        faults.push(`has a pointer and does nothing: ${labelOf(element)}`)
      if ([...element.classList].some((each) => linkClasses.has(each)))
        faults.push(`looks like a link of this screen and is none: ${labelOf(element)}`)
    }
    const anchors = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    // A link within this page must name an existing element.
    const isWithin = ({ href, hash }: HTMLAnchorElement) => hash !== '' && href === location.href.split('#')[0] + hash
    for (const { hash } of anchors.filter(isWithin))
      if (!document.getElementById(hash.slice(1))) faults.push(`leads to no element of this page: ${hash}`)
    const hrefs = anchors.filter((anchor) => !isWithin(anchor)).map(({ href }) => href)
    return { links: [...new Set(hrefs)], idle: faults }
  })
  const origin = new URL(page.url()).origin
  const dead: string[] = []
  const own = links.filter((href) => href.startsWith(origin))
  for (const href of own) {
    const status = await statusOf(href)
    if (status !== 200) dead.push(`leads to ${status}: ${href}`)
  }
  // The server answers with a shell: whether the screen has its content shows only in the browser. One link of each
  // kind is opened.
  const screens = SCREENS_OF_KINDS.get(page.context()) ?? new Map<string, string | null>()
  SCREENS_OF_KINDS.set(page.context(), screens)
  const kinds = Map.groupBy(own, (href) => new URL(href).pathname.replace(/^(\/[^/]+)\/.+$/, '$1/…'))
  const opener = await page.context().newPage()
  for (const [kind, [first = '']] of kinds) {
    if (!screens.has(kind)) {
      await opener.goto(first)
      await opener.locator('html[data-app] main[data-screen]').waitFor()
      await opener.waitForLoadState('networkidle')
      screens.set(kind, await opener.locator('main').getAttribute('data-screen'))
    }
    const screen = screens.get(kind)
    if (screen === '404' || screen === 'error') dead.push(`opens the screen ${screen}: ${first}`)
  }
  await opener.close()
  return [...dead, ...idle]
}
