import type { Gift } from '#contract/calls/gift.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import type { PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { PassName } from '../outbox/commands/passName.ts'
import { waitingOf, type Waiting } from './project.ts'
import { projectGifts } from './projectGifts.ts'

/** A pass as its member sees it: called as was last wished, and whether it lies in a gift. */
export interface ShownPass extends MyPass {
  /** How the last wish for its name stands. */
  naming: Waiting | null
  /**
   * In a gift that nobody has answered a pass opens no gate (`mayUse`, which the server asks too). `returning`: it is being
   * taken back, which the server does not know yet.
   */
  gift: 'given' | 'returning' | null
  /** This phone has drawn a code of it with its own key. */
  hasCode: boolean
}

/** The rows of the mirror in the server's order, with what waits in the outbox over them. Pure. */
export const projectPasses = (
  rows: readonly PassRow[],
  gifts: readonly Gift[],
  outbox: readonly OutboxRow[],
  wall: number,
): ShownPass[] => {
  const given = new Map<string, 'given' | 'returning'>()
  for (const gift of projectGifts(gifts, outbox, rows, wall).sent) {
    const waits = gift.state === 'queued' ? gift.waiting !== 'refused' : gift.state === 'sent'
    const returns = gift.wish?.to === 'cancelled' && gift.wish.waiting !== 'refused'
    if (waits) given.set(gift.passUid, returns ? 'returning' : 'given')
  }
  const named = new Map(
    outbox.filter(({ command }) => command === 'pass.name').map((row) => [nameOf(row).passUid, row]),
  )
  return rows
    .toSorted((a, b) => a.position - b.position)
    .map(({ pass, drawn }) => {
      const row = named.get(pass.passUid)
      // A row from before passes had names has none.
      const said = (pass.name as string | null | undefined) ?? null
      return {
        ...pass,
        // Neither do they say the list of groups.
        groups: (pass.groups as MyPass['groups'] | undefined) ?? null,
        name: row && row.refused === null ? nameOf(row).name : said,
        naming: row ? waitingOf(row, wall) : null,
        gift: given.get(pass.passUid) ?? null,
        hasCode: drawn !== null,
      }
    })
}

const nameOf = ({ args }: OutboxRow): PassName => args as PassName
