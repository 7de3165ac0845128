/** Entry of the lazily loaded chunk with storage, mirror, outbox and live codes. */
export { createRuntime } from './clientRuntime.ts'
export { browserPlatform } from './platform.ts'
