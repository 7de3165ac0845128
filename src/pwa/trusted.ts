import { WORKER } from '#sw/messages.ts'

interface Policies {
  createPolicy(
    name: 'default',
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): void
}

/** The script of the worker that reads QR codes at a gate, as the build names it. */
const SCAN_WORKER = /^\/assets\/gateScanWorker-[\w-]+\.js$/

/** Returns whether pages of ours may start this script: the service worker, or the scan worker of this origin. */
export const isOwnWorker = (address: string, origin: string): boolean =>
  address === WORKER || (address.startsWith(origin) && SCAN_WORKER.test(address.slice(origin.length)))

/**
 * Sets the only Trusted Types policy of the page, where the browser has them. It accepts only the empty string as HTML,
 * with which libraries clear elements, and only the addresses of our two workers as script addresses (security 6.4).
 */
export const restrictSinks = (): void => {
  const { trustedTypes } = window as Window & { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text === '' ? text : null),
    createScriptURL: (url) => (isOwnWorker(url, location.origin) ? url : null),
  })
}
