import { WORKER } from '#sw/messages.ts'

interface Policies {
  createPolicy(
    name: 'default',
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): void
}

/**
 * The one policy of the page, where the browser enforces Trusted Types: no HTML but the empty string (libraries clear
 * with it), no script address but the worker's.
 */
export const restrictSinks = (): void => {
  const { trustedTypes } = window as Window & { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text === '' ? text : null),
    createScriptURL: (url) => (url === WORKER ? url : null),
  })
}
