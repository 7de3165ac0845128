/** The last movement of a ticket from one screen to the next (decision 0185). */
let movement: Promise<unknown> = Promise.resolve()

/** Records a movement, which lasts until `ended` settles. */
export const recordMovement = (ended: Promise<unknown>): void => {
  movement = ended.catch(() => undefined)
}

/** Resolves once nothing moves: work that can wait, such as parsing a picture, would make the movement stutter. */
export const whenStill = async (): Promise<void> => {
  const current = movement
  await current
  if (current !== movement) await whenStill()
}
