import type { Page } from '@playwright/test'

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
  const opener = await page.context().newPage()
  for (const href of own) {
    const answer = await fetch(href)
    if (!answer.ok) dead.push(`leads to ${answer.status}: ${href}`)
  }
  // The server answers with a shell: whether the screen has its content shows only in the browser. One link of each
  // kind is opened.
  const kinds = Map.groupBy(own, (href) => new URL(href).pathname.replace(/^(\/[^/]+)\/.+$/, '$1/…'))
  for (const [, [first = '']] of kinds) {
    await opener.goto(first)
    await opener.locator('html[data-app] main[data-screen]').waitFor()
    await opener.waitForLoadState('networkidle')
    const screen = await opener.locator('main').getAttribute('data-screen')
    if (screen === '404' || screen === 'error') dead.push(`opens the screen ${screen}: ${first}`)
  }
  await opener.close()
  return [...dead, ...idle]
}
