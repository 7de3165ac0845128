import { expect, type Page } from '@playwright/test'

interface AxNode {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  properties?: { name: string; value: { value?: unknown } }[]
}

/** One element as a screen reader presents it. */
export interface Presented {
  role: string
  name: string
  description: string
  /** States such as `invalid`, `required`, `checked`, `focused`. */
  states: Record<string, unknown>
}

/** Remembers what live regions and alerts say, from the first document on. */
const recordSpoken = (): void => {
  const spoken: string[] = []
  Object.assign(globalThis, { spoken })
  const REGIONS = '[role="status"],[role="alert"],[aria-live="polite"],[aria-live="assertive"]'
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const at = target instanceof Element ? target : target.parentElement
      const region = at?.closest(REGIONS)
      const added = [...addedNodes].filter((node): node is Element => node instanceof Element)
      const regions = [region, ...added.flatMap((node) => [node, ...node.querySelectorAll('*')])].filter(
        (node): node is Element => node instanceof Element && node.matches(REGIONS),
      )
      for (const one of regions) if (one.textContent) spoken.push(one.textContent)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** What a screen reader gets of a page: the browser's own tree of it, and the announcements. */
export class ScreenReader {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Call before the page is opened. */
  static async listen(page: Page): Promise<ScreenReader> {
    await page.addInitScript(recordSpoken)
    return new ScreenReader(page)
  }

  /** Returns all elements that are not hidden from assistive technology, in the order of the page. */
  async tree(): Promise<Presented[]> {
    const session = await this.#page.context().newCDPSession(this.#page)
    try {
      const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] }
      return nodes
        .filter(({ ignored }) => !ignored)
        .map(({ role, name, description, properties }) => ({
          role: role?.value ?? '',
          name: name?.value ?? '',
          description: description?.value ?? '',
          states: Object.fromEntries((properties ?? []).map((one) => [one.name, one.value.value])),
        }))
    } finally {
      await session.detach()
    }
  }

  /** Waits until a live region has said this text since the page was opened. */
  async expectSpoken(text: string | RegExp): Promise<void> {
    const isIn = (spoken: string[]) =>
      spoken.some((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)))
    await expect
      .poll(async () => isIn(await this.#page.evaluate(() => (globalThis as { spoken?: string[] }).spoken ?? [])), {
        message: `“${String(text)}” is announced`,
      })
      .toBe(true)
  }

  /**
   * Checks what holds on each screen: one main region, one heading of the first level, no control without a name, and a
   * title of the document that contains the heading.
   */
  async expectScreen(title: string): Promise<void> {
    await expect.poll(() => this.#page.title()).toContain(title)
    const tree = await this.tree()
    expect(tree.filter(({ role }) => role === 'main')).toHaveLength(1)
    const headings = tree.filter(({ role, states }) => role === 'heading' && states.level === 1)
    expect(headings.map(({ name }) => name)).toEqual([title])
    const unnamed = tree.filter(({ name, states }) => states.focusable === true && name === '')
    expect(unnamed.filter(({ role }) => CONTROLS.has(role)).map(({ role }) => role)).toEqual([])
  }

  /** Checks that the field with this id is presented as invalid, and described by the error that is seen below it. */
  async expectInvalid(id: string): Promise<void> {
    const error = await this.#page.locator(`#${id}-error`).innerText()
    const invalid = async () => (await this.tree()).filter(({ states }) => states.invalid === 'true')
    await expect.poll(async () => (await invalid()).map(({ description }) => description).join('\n')).toContain(error)
  }
}

const CONTROLS = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'radio',
  'combobox',
  'spinbutton',
  'slider',
  'switch',
  'tab',
])
