/** What a page fetches when it needs a phone: one file with everything that keeps, sends and draws. */
export { createPhone } from './phone.ts'
export { browserPlatform } from './platform.ts'
