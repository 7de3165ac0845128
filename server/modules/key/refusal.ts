/** A command that cannot be executed; the message is the sentence for the operator. */
export class KeyRefusal extends Error {
  override name = 'KeyRefusal'
  readonly status: 404 | 409
  constructor(status: 404 | 409, sentence: string) {
    super(sentence)
    this.status = status
  }
}
