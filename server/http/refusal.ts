import type { ErrorCode, FieldError } from '#contract/errors.ts'

export interface RefusalDetails {
  fields?: FieldError[]
  /** Seconds. */
  retryAfter?: number
}

/** An expected error with a stable code. Its HTTP status is in the contract, its message in the catalogues. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}
