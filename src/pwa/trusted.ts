import { WORKER } from '#sw/messages.ts'

interface Policies {
  createPolicy(
    name: 'default',
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): void
}

/**
 * Sets the only Trusted Types policy of the page, where the browser has them. It accepts only the empty string as HTML,
 * with which libraries clear elements, and only the worker's address as a script address (security 6.4).
 */
export const restrictSinks = (): void => {
  const { trustedTypes } = window as Window & { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text === '' ? text : null),
    createScriptURL: (url) => (url === WORKER ? url : null),
  })
}
