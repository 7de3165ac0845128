/** Entry of the lazily loaded chunk with storage, mirror, outbox and live codes. */
export { createRuntime } from './phone.ts'
export { browserPlatform } from './platform.ts'
