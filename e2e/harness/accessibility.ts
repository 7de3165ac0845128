import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** axe splits names into words, and takes “1일” for one that does not contain the “1” of a Korean calendar's day. */
const isKoreanDay = ({ html }: { html: string }): boolean => / aria-label="[^"]*? (\d+)일 [^"]*"[^>]*>\1</.test(html)

/** Returns what axe finds on a page: a line for each rule with the elements that break it. */
export const axeFaults = async (page: Page): Promise<string[]> => {
  // Legacy mode does without a second page for what frames of other origins report: there are none. With the two
  // options the same rules take a third of the time.
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode()
    .analyze()
  return violations
    .map(({ id, nodes }) => ({
      id,
      nodes: id === 'label-content-name-mismatch' ? nodes.filter((node) => !isKoreanDay(node)) : nodes,
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
