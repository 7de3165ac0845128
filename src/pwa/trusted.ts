import { WORKER } from '#sw/messages.ts'

interface Policies {
  createPolicy(
    name: 'default',
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): void
}

/**
 * Sets the only Trusted Types policy of the page, where the browser has them: no HTML but the empty string, with which
 * libraries clear elements, and no script address but the worker's (security 6.4).
 */
export const restrictSinks = (): void => {
  const { trustedTypes } = window as Window & { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text === '' ? text : null),
    createScriptURL: (url) => (url === WORKER ? url : null),
  })
}
