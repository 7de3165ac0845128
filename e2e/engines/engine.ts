import type { Locale } from '#contract/locales.ts'

/** A reference to an element of the open page, as the engine's driver writes it. */
export type Handle = string & { readonly handle: unique symbol }

/** What can be passed into a page and returned from it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What a journey needs from a browser with one open page. */
export interface Engine {
  /** Name and version as the browser reports them. */
  readonly version: string
  /** Console errors of its pages so far. */
  readonly errors: readonly string[]
  /** Begins to navigate; does not wait for the page. */
  go: (url: string) => Promise<void>
  /** Returns the first visible element that matches, with exactly this text if given; null if there is none now. */
  find: (selector: string, text?: string) => Promise<Handle | null>
  click: (element: Handle) => Promise<void>
  type: (element: Handle, text: string) => Promise<void>
  /** Runs a self-contained function in the page and returns its result; it cannot use variables around it. */
  evaluate: <T extends Json, A extends Json[]>(script: (...args: A) => T | Promise<T>, ...args: A) => Promise<T>
  /** Returns a PNG screenshot of the visible page. */
  picture: () => Promise<Buffer>
  /** Closes the browser and opens it again with its stored data. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

export interface EngineKind<E extends Engine = Engine> {
  name: string
  /** The language that the browser requests. */
  locale: Locale
  /** Returns what must be installed, in one line; null if nothing is missing. */
  missing: () => string | null
  open: () => Promise<E>
}

/** Runs in the page, in every engine. */
export const findVisible = (selector: string, text: string | null): Element | null =>
  [...document.querySelectorAll(selector)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !(element as HTMLButtonElement).disabled &&
      (text === null || element.textContent.trim() === text),
  ) ?? null
