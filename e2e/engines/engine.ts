import type { Locale } from '#contract/locales.ts'

/** An element of the page that is open, in the words of the engine's own driver. */
export type Handle = string & { readonly handle: unique symbol }

/** What goes into a page, and comes back. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What a journey asks of a browser, with one page open. */
export interface Engine {
  /** Name and version, as the browser tells them. */
  readonly version: string
  /** Errors that its pages have written so far. */
  readonly errors: readonly string[]
  /** Asks for an address; what comes of it is for the caller to see. */
  go: (url: string) => Promise<void>
  /** The first visible element that matches, with just this text where one is asked for; null: there is none now. */
  find: (selector: string, text?: string) => Promise<Handle | null>
  click: (element: Handle) => Promise<void>
  type: (element: Handle, text: string) => Promise<void>
  /** What this function answers in the page; it stands for itself and sees nothing around it. */
  evaluate: <T extends Json, A extends Json[]>(script: (...args: A) => T | Promise<T>, ...args: A) => Promise<T>
  /** A PNG of what is seen of the page. */
  picture: () => Promise<Buffer>
  /** Begins anew with what was kept: the browser is closed and opened again. */
  again: () => Promise<void>
  close: () => Promise<void>
}

export interface EngineKind<E extends Engine = Engine> {
  name: string
  /** The language that the browser asks for. */
  locale: Locale
  /** What to install, in one line; null: it is all here. */
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
