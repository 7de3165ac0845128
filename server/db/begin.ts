import type { PoolClient } from 'pg'

/** What drizzle opens a transaction with. */
const BEGIN = 'begin'

type Ask = (...args: unknown[]) => Promise<unknown>

const textOf = (asked: unknown): unknown =>
  typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked

/**
 * A transaction begins with its first statement, in one piece: a way there and back less. The client must be one that
 * sends its queries without waiting for each other's answers.
 */
export const beginLate = (client: PoolClient): void => {
  const query = client.query.bind(client) as unknown as Ask
  const { connection } = client as PoolClient & {
    connection: { stream: { cork: () => void; uncork: () => void; destroy: (error: Error) => void } }
  }
  let begins = false
  const late: Ask = (...args) => {
    if (textOf(args[0]) === BEGIN) {
      begins = true
      return Promise.resolve({ command: 'BEGIN', rows: [], rowCount: null, fields: [] })
    }
    if (!begins) return query(...args)
    begins = false
    const { stream } = connection
    stream.cork()
    try {
      // What follows must not happen outside of the transaction and be answered as if it were inside.
      query(BEGIN).catch((error: Error) => stream.destroy(error))
      return query(...args)
    } finally {
      stream.uncork()
    }
  }
  client.query = late as unknown as typeof client.query
}
