import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen has between two controls that follow each other in a task. */
const MOST_STOPS = 90

/** What is wrong with the element that has the focus; empty when a person sees where it is. */
const faultsOfFocus = (): string[] => {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return ['the focus is lost']
  const faults: string[] = []
  const name = `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
  // A ring may be drawn by the box beside a native control, or by the row that a link covers.
  const drawnBy: Element[] = [element, ...(element.nextElementSibling ? [element.nextElementSibling] : [])]
  for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement)
    drawnBy.push(one)
  const hasRing = drawnBy.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    // What is chosen has a thinner outline.
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 3
  })
  if (!hasRing) faults.push(`${name} has the focus and no ring`)
  const area = element.closest('label') ?? element
  const box = area.getBoundingClientRect()
  const inset = 3
  const points = [
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + inset, box.top + inset],
    [box.right - inset, box.bottom - inset],
  ] as const
  const isSeen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y)
    // A toast goes by itself.
    return hit !== null && (area.contains(hit) || hit.contains(area) || hit.closest('[role="status"]') !== null)
  })
  if (!isSeen) faults.push(`${name} has the focus and is out of sight or covered on ${location.pathname}`)
  return faults
}

/**
 * A person who uses the keyboard alone: nothing is clicked, filled or opened by its address. Each stop of the Tab key is
 * checked: it has a ring and is in sight (WCAG 2.4.7, 2.4.11).
 */
export class Keyboard {
  readonly faults = new Set<string>()
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses Tab until `target` has the focus. */
  async moveTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.#page.keyboard.press('Tab')
      // After the last stop the focus is in the browser's own frame once.
      if (await this.#page.evaluate(() => document.activeElement === document.body)) continue
      for (const fault of await this.#page.evaluate(faultsOfFocus)) this.faults.add(fault)
    }
    throw new Error(`${String(target)} was not reached by ${MOST_STOPS} presses of Tab`)
  }

  /** Moves to `target` and presses Enter, as on a link or a button. */
  async enter(target: Locator): Promise<void> {
    await this.moveTo(target)
    await this.#page.keyboard.press('Enter')
  }

  /** Moves to `target` and presses Space, as on a checkbox. */
  async tick(target: Locator): Promise<void> {
    await this.moveTo(target)
    await this.#page.keyboard.press('Space')
    await expect(target).toBeChecked()
  }

  /** Moves to a group of radio buttons and presses the arrow key until `target` is chosen. */
  async choose(group: Locator, target: Locator): Promise<void> {
    const stop = group.locator('input:checked').or(group.locator('input').first()).first()
    await this.moveTo(stop)
    if (!(await group.locator('input:checked').count())) await this.#page.keyboard.press('Space')
    for (let at = 0; !(await target.isChecked()); at += 1) {
      expect(at, 'the arrow keys reach every option').toBeLessThan(12)
      await this.#page.keyboard.press('ArrowDown')
    }
  }

  /** Moves to a text field, replaces what it holds, and types. */
  async type(target: Locator, text: string): Promise<void> {
    await this.moveTo(target)
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.type(text)
    await expect(target).toHaveValue(text)
  }

  /** Types into the element that has the focus, which must be `target`: the screen has moved there by itself. */
  async typeHere(target: Locator, text: string): Promise<void> {
    await expect(target).toBeFocused()
    await this.#page.keyboard.type(text)
  }
}
