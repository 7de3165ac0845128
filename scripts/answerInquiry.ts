import { readFileSync } from 'node:fs'
import { connect } from '#server/db/connect.ts'
import { createLog } from '#server/log.ts'
import { claim, orSentence } from '#server/main.ts'
import { answerInquiry } from '#server/modules/inquiry/service.ts'
import { ConfigError } from '#server/config.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createMail } from '#server/outside/mail/outbox.ts'

/**
 * Answers an inquiry: `npm run inquiry:answer -- Q-000123 < answer.txt`. With the embedded database the server has to
 * be stopped meanwhile; the letter to a guest goes out when it runs again.
 */
await orSentence(async () => {
  const number = /^Q-(\d{6,9})$/.exec(process.argv[2] ?? '')?.[1]
  if (number === undefined) throw new ConfigError('Say which one: npm run inquiry:answer -- Q-000123 < answer.txt')
  const content = readFileSync(0, 'utf8').trim()
  if (content === '') throw new ConfigError('The answer is empty.')
  const config = claim()
  const log = createLog(2)
  const { db, close } = await connect(config, log)
  const mail = createMail({ config, db, clock: Date.now, log })
  try {
    await db.transaction((tx) => answerInquiry(tx, mail, { number: Number(number), content }, Date.now()))
  } catch (error) {
    if (error instanceof Refusal) throw new ConfigError(`Q-${number} is no inquiry, or it has been answered.`)
    throw error
  } finally {
    await mail.close()
    await close()
  }
  process.stdout.write(`Q-${number} is answered.\n`)
})
