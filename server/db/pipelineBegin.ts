import type { PoolClient } from 'pg'

/** The statement with which drizzle opens a transaction. */
const BEGIN = 'begin'

type Ask = (...args: unknown[]) => Promise<unknown>

const textOf = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'text' in query ? query.text : query

/**
 * Patches a client so that `BEGIN` is sent together with the first statement of its transaction, which saves a round
 * trip. The client must pipeline its queries.
 */
export const pipelineBegin = (client: PoolClient): void => {
  const query = client.query.bind(client) as unknown as Ask
  const { connection } = client as PoolClient & {
    connection: { stream: { cork: () => void; uncork: () => void; destroy: (error: Error) => void } }
  }
  let begins = false
  const delayedAsk: Ask = (...args) => {
    if (textOf(args[0]) === BEGIN) {
      begins = true
      return Promise.resolve({ command: 'BEGIN', rows: [], rowCount: null, fields: [] })
    }
    if (!begins) return query(...args)
    begins = false
    const { stream } = connection
    stream.cork()
    try {
      // If BEGIN fails, drop the connection: otherwise later statements would run outside the transaction.
      query(BEGIN).catch((error: Error) => stream.destroy(error))
      return query(...args)
    } finally {
      stream.uncork()
    }
  }
  client.query = delayedAsk as unknown as typeof client.query
}
