export interface Letter {
  to: string
  subject: string
  text: string
}

/** Hands a letter over; throws when it could not be handed over, and the caller keeps it waiting. */
export interface Mail {
  send: (letter: Letter) => Promise<void>
  close: () => Promise<void>
}
