import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { giftCancel, giftInsert, giftReceive, giftRefuse } from '#contract/calls/gift.ts'
import { gift } from '#server/db/schema/gift.ts'
import { pass } from '#server/db/schema/pass.ts'
import { journals, type EnrolledGate } from '../gate/gates.ts'
import { raceGates } from '../gate/raceKit.ts'
import { signUpMember } from '../harness/factories.ts'
import { passLock } from '../harness/race.ts'

const ENDS = [
  ['accepted', giftReceive, 'recipient'],
  ['declined', giftRefuse, 'recipient'],
  ['taken back', giftCancel, 'sender'],
] as const

const PACE_MS = 31_000

/** A member and a late entry end the same gift at once. Both lock the pass before the gift. */
describe('the end of a gift and a late entry with its pass, on postgres', () => {
  const { race, gates, url } = raceGates()
  let door: EnrolledGate
  const { entry, upload, doorAt } = journals(gates)
  beforeAll(async () => {
    door = await doorAt(gates().inGroup('B')[0])
  })

  /** The late entry queues for the lock on the pass first, the member's call behind it. */
  const together = async (call: (typeof ENDS)[number][1], who: (typeof ENDS)[number][2]) => {
    gates().advance(PACE_MS)
    const sender = await gates().traveller()
    const recipient = await signUpMember(gates())
    const { passUid } = sender
    const lateEntry = entry(await sender.code())
    const [row] = await gates().deps.db.select().from(pass).where(eq(pass.passUid, passUid))
    const facts = {
      giftUid: randomUUID(),
      passUid,
      deviceUid: row?.deviceUid ?? '',
      epoch: row?.epoch ?? -1,
      recipient: recipient.email,
    }
    const proof = await sender.phone.giftProof(facts)
    const { data } = await gates().call(giftInsert, {
      token: sender.token,
      body: { passUid, id: recipient.email, proof },
    })
    const giftUid = data?.giftUid ?? ''
    const token = who === 'sender' ? sender.token : recipient.accessToken
    race.takeFailures()
    await race.runTogether<unknown>(url(), passLock(passUid), [
      () => upload(door, [lateEntry]),
      async () => {
        await race.waitForLocks(url(), 1)
        return gates().call(call, { token, body: { giftUid } })
      },
    ])
    const [ended] = await gates().deps.db.select().from(gift).where(eq(gift.giftUid, giftUid))
    return { deadlocks: race.takeDeadlocks(), state: ended?.state }
  }

  test.each(ENDS)(
    'a gift that is %s during a late entry is ended by the entry, without a deadlock',
    async (_, call, who) => {
      expect(await together(call, who)).toEqual({ deadlocks: 0, state: 'cancelled' })
    },
  )
  test.each(ENDS)(
    'twin: when only the entry locks the pass first, a gift that is %s deadlocks with it',
    async (_, call, who) => {
      // The lock of the late entry stays.
      const cut = race.without(/ for update$/, '', 'gate_lock')
      expect((await together(call, who)).deadlocks).toBeGreaterThan(0)
      expect(cut.count).toBeGreaterThan(0)
    },
  )
})
