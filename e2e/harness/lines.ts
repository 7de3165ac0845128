import type { Page } from '@playwright/test'

/** Lists bad line breaks, one sentence each: a line that begins with a closing mark, a number split over two lines. */
export const brokenLines = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CLOSING = /[。，、．；：！？）」』】〉》〕％%,.;:!?)\]}”’々ー]/u
    const faults = new Set<string>()
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent ?? ''
      if (!element || text.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('.visually-hidden, svg, select, textarea, pre')) continue
      range.selectNodeContents(node)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size < 2) continue
      let before: { letter: string; top: number } | undefined
      for (let at = 0; at < text.length; at += 1) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const box = range.getClientRects()[0]
        const letter = text[at] ?? ''
        if (!box || box.width === 0) continue
        const around = `${text.slice(Math.max(0, at - 8), at)}⏎${text.slice(at, at + 8)}`
        if (before && box.top > before.top + box.height / 2) {
          if (CLOSING.test(letter)) faults.add(`begins with a closing mark: ${around}`)
          if (/[\d.,:]/.test(before.letter) && /\d/.test(letter) && /\d/.test(text[at - 1] ?? ''))
            faults.add(`a number in two: ${around}`)
        }
        before = { letter, top: box.top }
      }
    }
    return [...faults]
  })
