import { inject, expect, test } from 'vitest'
import { checkPooler } from '#server/db/checkPooler.ts'
import { connect } from '#server/db/connect.ts'
import { createLog } from '#server/log.ts'
import { ConfigError } from '#server/settings.ts'
import { startPooler } from '../harness/poolerServer.ts'

/** A pooler that loses named statements is refused when the server starts. */

const log = createLog('/dev/null')

const check = async (databaseUrl: string) => {
  const connected = await connect({ databaseUrl, dataDir: '' }, log)
  try {
    await checkPooler(connected)
  } finally {
    await connected.close()
  }
}

test('a pooler that loses named statements is refused with a sentence that says what to do', async () => {
  const pooler = await startPooler({ tracks: false })
  const refusal = await check(pooler.url).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(String(refusal)).toContain('PgBouncer before 1.21')
  await pooler.close()
})

test('a pooler that keeps them is accepted', async () => {
  const pooler = await startPooler({ tracks: true })
  await expect(check(pooler.url)).resolves.toBeUndefined()
  await pooler.close()
})

test('PostgreSQL itself is accepted', async () => {
  await expect(check(`${inject('postgres')}/postgres`)).resolves.toBeUndefined()
})
