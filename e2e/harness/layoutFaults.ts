import type { Page } from '@playwright/test'

/**
 * Lists layout faults of the rendered screen, one sentence each: elements outside the window, text that is cut off or
 * overlaps other text, words that are broken although their line has room for them, segments in two rows, targets
 * under 44 px.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SLACK = 1.5
    const TARGET = 44
    const faults = new Set<string>()
    const nameOf = (element: Element): string => {
      const names = element.getAttribute('class')
      const content = (element.textContent || element.getAttribute('aria-label') || '').trim().replaceAll(/\s+/g, ' ')
      return `${element.localName}${names ? `.${names.split(' ').join('.')}` : ''} “${content.slice(0, 30)}”`
    }
    const chain = (element: Element | null): Element[] => (element ? [element, ...chain(element.parentElement)] : [])
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const clips = (element: Element): boolean => /hidden|clip/.test(getComputedStyle(element).overflow)
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden') &&
      !element.closest('[aria-hidden="true"] svg, svg[aria-hidden="true"]')

    const layer = (element: Element): Element | undefined =>
      chain(element).find(
        (above) => /fixed|sticky/.test(getComputedStyle(above).position) || above.localName === 'dialog',
      )
    const root = document.querySelector('dialog:modal') ?? document.body

    const wide = document.documentElement.scrollWidth
    if (wide > innerWidth) faults.add(`the page is ${wide} px wide`)
    for (const element of root.querySelectorAll('*')) {
      if (!isShown(element)) continue
      const box = element.getBoundingClientRect()
      if (box.width < 2 || box.height < 2) continue
      if (box.right > innerWidth + SLACK || box.left < -SLACK)
        if (
          !chain(element.parentElement).some(
            (above) =>
              above !== document.body && above !== document.documentElement && (scrolls(above) || clips(above)),
          )
        )
          faults.add(`sticks out ${Math.round(box.left)}…${Math.round(box.right)}: ${nameOf(element)}`)
    }

    interface Line {
      element: Element
      box: DOMRect
      layer: Element | undefined
    }
    const lines: Line[] = []
    const texts: { element: Element; node: Node }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isShown(element) || element.closest('svg, select, datalist'))
        continue
      if (parseFloat(getComputedStyle(element).fontSize) < 1) continue
      texts.push({ element, node })
      const range = document.createRange()
      range.selectNodeContents(node)
      const above = chain(element)
      for (const box of range.getClientRects()) {
        if (box.width < 2) continue
        lines.push({ element, box, layer: layer(element) })
        for (const holder of above) {
          if (holder === document.body || scrolls(holder)) break
          const style = getComputedStyle(holder)
          if (style.display === 'inline' || style.display === 'contents') continue
          const outer = holder.getBoundingClientRect()
          const out = Math.max(outer.left - box.left, box.right - outer.right)
          // A line's box is taller than its glyphs.
          const tall = Math.max(outer.top - box.top, box.bottom - outer.bottom) - 0.2 * box.height
          const ellipsis = style.textOverflow === 'ellipsis'
          const painted =
            clips(holder) ||
            style.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
            style.backgroundImage !== 'none' ||
            style.borderBlockEndWidth !== '0px'
          if ((out > SLACK && !ellipsis) || (tall > SLACK && painted)) {
            faults.add(`${clips(holder) ? 'cut off' : 'leaves its box'}: ${nameOf(element)} in ${nameOf(holder)}`)
            break
          }
          // An ancestor's ellipsis cuts the text here, so outer boxes are not affected.
          if (ellipsis) break
          if (/fixed|absolute/.test(style.position)) break
        }
      }
    }
    lines.forEach((one, index) => {
      for (const otherLine of lines.slice(index + 1)) {
        if (otherLine.element === one.element || otherLine.layer !== one.layer) continue
        const across = Math.min(one.box.right, otherLine.box.right) - Math.max(one.box.left, otherLine.box.left)
        const down = Math.min(one.box.bottom, otherLine.box.bottom) - Math.max(one.box.top, otherLine.box.top)
        if (across > 2 && down > 0.4 * Math.min(one.box.height, otherLine.box.height))
          faults.add(`lies on other text: ${nameOf(one.element)} and ${nameOf(otherLine.element)}`)
      }
    })

    // Of large text a word may be wider than its place.
    const isLarge = parseFloat(getComputedStyle(document.documentElement).fontSize) > 16
    for (const { element, node } of isLarge ? [] : texts) {
      // Korean words stay whole as well; Chinese and Japanese lines may end anywhere.
      const word = getComputedStyle(element).wordBreak === 'keep-all' ? /[\p{L}\p{M}]{2,}/gu : /\p{Script=Latin}{2,}/gu
      const holder = chain(element).find((above) => !/inline|contents/.test(getComputedStyle(above).display))
      for (const { 0: content, index } of (node.textContent ?? '').matchAll(word)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + content.length)
        const boxes = [...range.getClientRects()]
        const width = boxes.reduce((total, box) => total + box.width, 0)
        const [first] = boxes
        if (!first || !boxes.some((box) => box.top > first.top + first.height / 2)) continue
        const icons = [...(holder?.parentElement?.querySelectorAll(':scope > svg') ?? [])]
        const taken = icons.reduce((total, icon) => total + icon.getBoundingClientRect().width, 0)
        const room = (holder?.parentElement?.clientWidth ?? 0) - taken
        const [before, after] = [node.textContent?.[index - 1] ?? '', node.textContent?.[index + content.length] ?? '']
        // Email addresses, links and numbers may break.
        const isWord = !/[@\d_/.-]/.test(before) && after !== '@'
        if (isWord && width < room - 8) faults.add(`breaks “${content}”: ${nameOf(element)}`)
      }
    }

    for (const group of isLarge ? [] : root.querySelectorAll('[role="radiogroup"]')) {
      if (getComputedStyle(group).display !== 'flex') continue
      const [first, ...rest] = [...group.children].map((segment) => segment.getBoundingClientRect().top)
      if (rest.some((top) => top !== first)) faults.add(`stands in two rows: ${nameOf(group)}`)
    }

    const ruler = document.createElement('canvas').getContext('2d')
    for (const select of root.querySelectorAll('select')) {
      if (!isShown(select) || !ruler) continue
      const style = getComputedStyle(select)
      if (style.textOverflow === 'ellipsis') continue
      ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      const needs = ruler.measureText(select.selectedOptions[0]?.textContent ?? '').width
      if (needs > room + SLACK) faults.add(`cut off in a choice: ${select.selectedOptions[0]?.textContent}`)
    }

    for (const control of root.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.visually-hidden')) continue
      // Inline links in a sentence are as tall as their line and exempt.
      const sentence = [...(control.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (sentence || getComputedStyle(control).display === 'inline') continue
      const boxes = [control, control.closest('label')].flatMap((element) => {
        if (!element) return []
        const box = element.getBoundingClientRect()
        const after = getComputedStyle(element, '::after')
        const grown =
          after.content === 'none' || after.position !== 'absolute'
            ? [0, 0]
            : [parseFloat(after.width), parseFloat(after.height)]
        return [{ width: Math.max(box.width, grown[0] ?? 0), height: Math.max(box.height, grown[1] ?? 0) }]
      })
      // The dots of a carousel may stand close together: people swipe its slides.
      if (control.parentElement?.querySelector(':scope > button[aria-current]')) continue
      if (!boxes.some((box) => box.width >= TARGET - 0.5 && box.height >= TARGET - 0.5))
        faults.add(
          `small target ${boxes.map((box) => `${Math.round(box.width)} × ${Math.round(box.height)}`).join(' in ')}: ${nameOf(control)}`,
        )
    }

    for (const element of root.querySelectorAll('*')) {
      if (!/fixed|sticky/.test(getComputedStyle(element).position) || !isShown(element)) continue
      const box = element.getBoundingClientRect()
      // Side navigation is as tall as the window, but covers no content.
      if (box.height > innerHeight / 2 && box.width > innerWidth / 2 && !element.closest('dialog'))
        faults.add(`covers ${Math.round(box.height)} px: ${nameOf(element)}`)
    }
    return [...faults]
  })
