import type { PoolClient } from 'pg'
import { DatabaseAway } from './databaseAway.ts'

export type Release = (error?: Error | boolean) => void

/**
 * Releases the client to the pool when its connection ends, even if its holder does not: drizzle never releases a
 * client whose `begin` failed, and a pool of one would stay empty.
 */
export const releaseOnce = (client: PoolClient, release: Release): Release => {
  let released = false
  const ended = (): void => once(true)
  const once: Release = (error) => {
    if (released) return
    released = true
    client.off('end', ended)
    release(error)
  }
  client.on('end', ended)
  client.release = once
  return once
}

/** Returns the text of the first argument of `query`. */
export const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')

/** Ends a connection at once. The database goes on with what it has begun. */
export const destroy = (client: PoolClient): void => {
  const { connection } = client as PoolClient & { connection: { stream: { destroy: (error: Error) => void } } }
  connection.stream.destroy(new DatabaseAway('no answer in time'))
}
