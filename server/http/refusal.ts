import type { ErrorCode, FieldError } from '#contract/errors.ts'

export interface RefusalMore {
  fields?: FieldError[]
  /** Seconds. */
  retryAfter?: number
}

/** A rule said no. The HTTP status comes from the contract, the sentence from the catalogues. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly more: RefusalMore

  constructor(code: ErrorCode, more: RefusalMore = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.more = more
  }
}
