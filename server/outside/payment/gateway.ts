/** A payment gateway with a hosted page of its own. */
export interface Gateway {
  readonly name: string
}
