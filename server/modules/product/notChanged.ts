/** Why an operator's change was not made; the message is one sentence for the terminal. */
export class NotChanged extends Error {
  override name = 'NotChanged'
}
