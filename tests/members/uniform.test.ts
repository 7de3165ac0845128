import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as recovery from '#contract/calls/recovery.ts'
import { openApp } from '../harness/app.ts'
import { freshEmail, mailTo, signUpMember, temporaryPasswordFor, type App } from '../harness/factories.ts'

/**
 * An answer that takes longer for members than for strangers reveals who is a member: the work before it must be equal.
 */

// Spied before the application opens its connections, which bind the method that they find.
const queries = vi.spyOn(Client.prototype, 'query')
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'postgres' })
})
afterAll(async () => {
  queries.mockRestore()
  await app.close()
})

/** Returns the SQL that `work` runs before mails are delivered. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  queries.mockClear()
  await work()
  await app.deps.mail.deliver()
  const texts = queries.mock.calls.map(([first]) =>
    typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text),
  )
  const mail = texts.findIndex((text) => text.startsWith('update "job"'))
  expect(mail).toBeGreaterThan(0)
  return texts.slice(0, mail)
}

test('find-password runs the same statements for a member and for a stranger', async () => {
  const { email } = await signUpMember(app)
  const nobody = freshEmail()
  await app.deps.mail.deliver()
  const ask = (of: string) => app.call(recovery.findPassword, { query: { email: of } })
  const member = await statementsOf(() => ask(email))
  const stranger = await statementsOf(() => ask(nobody))
  expect(member).toEqual(stranger)
  expect(member.filter((text) => text.startsWith('insert into "mail_content"'))).toHaveLength(1)
  expect(member.join('\n')).not.toContain('temporary_password')
  expect(await temporaryPasswordFor(app, email)).toMatch(/^[\w-]{19}$/)
  await expect(mailTo(app, nobody)).rejects.toThrow('No mail')
})
