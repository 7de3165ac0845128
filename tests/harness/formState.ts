import type { Network } from './network.ts'
import type { Tab } from './tabs.ts'

/** What a form shows of its fields, their errors and its summary, and what it has sent. */

type Control = HTMLInputElement | HTMLTextAreaElement

/** The field whose label begins with this text. */
export const fieldOf = <T extends Control = HTMLInputElement>(label: string): T => {
  const labelElement = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))
  if (!labelElement?.control) throw new Error(`no field “${label}”`)
  return labelElement.control as T
}

/** Returns the error that is shown beside a field; null without one. Throws unless field and error are bound. */
export const errorBeside = (field: HTMLElement): string | null => {
  const error = document.getElementById(`${field.id}-error`)
  const isInvalid = field.getAttribute('aria-invalid') === 'true'
  const isDescribed = (field.getAttribute('aria-describedby') ?? '').split(' ').includes(`${field.id}-error`)
  if (isInvalid !== (error !== null) || isDescribed !== isInvalid)
    throw new Error(`“${field.id}” and its error are not bound`)
  return error?.textContent ?? null
}

/** Returns the error beside the field whose label begins with this text, as `errorBeside` does. */
export const errorOf = (label: string): string | null => errorBeside(fieldOf<Control>(label))

/** The error below a group of radios; null: none. */
export const choiceErrorOf = (id: string): string | null =>
  document.getElementById(id)?.closest('[role=radiogroup][aria-invalid=true]')?.querySelector('p')?.textContent ?? null

const SUMMARY = '[role=alert][tabindex="-1"]'

/** Returns the error summary; null without one. */
export const summaryIn = (element: Element): Element | null => element.querySelector(SUMMARY)

/** The error summary: its heading, then the address and the message of each link; null: none. */
export const summaryOf = (element: Element): string[] | null => {
  const summary = summaryIn(element)
  if (!summary) return null
  const links = [...summary.querySelectorAll('a')].map((link) => `${link.getAttribute('href')} ${link.textContent}`)
  return [summary.querySelector('p')?.textContent ?? '', ...links]
}

/** Returns whether the error summary has the focus. */
export const isSummaryFocused = (): boolean => document.activeElement?.matches(SUMMARY) ?? false

/** Returns whether a field of the form that is marked as wrong has the focus. */
export const isInvalidFocused = (element: Element): boolean =>
  element.contains(document.activeElement) && document.activeElement?.getAttribute('aria-invalid') === 'true'

/** Sentences that are read out at once, without the error summary. */
export const alertsOf = (element: Element): string[] =>
  [...element.querySelectorAll('[role=alert]:not([tabindex])')].map(({ textContent }) => textContent)

/** Bodies of the requests whose `METHOD path` matches, arrived or not. */
export const bodiesOf = ({ sentRequests }: Network, match: RegExp): unknown[] =>
  sentRequests
    .filter(({ method, path }) => match.test(`${method} ${path}`))
    .map(({ body }) => JSON.parse(body) as unknown)

/** `METHOD path` of every request that could have changed something, in order. */
export const writesOf = ({ sentRequests }: Network): string[] =>
  sentRequests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

const LATER_REQUESTS = 4

/** Ends after requests that were begun now have been answered, one after the other: an earlier press has sent what it sends. */
export const waitForEarlierRequests = async ({ runtime }: Tab): Promise<void> => {
  for (let nth = 0; nth < LATER_REQUESTS; nth += 1) await runtime.online.probe()
}
