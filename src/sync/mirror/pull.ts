import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { MemberDb } from '#db/member.ts'
import type { Home } from '../outbox/home.ts'
import { PARTS, type MirrorPart, type PartData } from './parts.ts'
import { stampOf, told } from './stamps.ts'

/** An answer that an action overtook is asked for again, at most that often. */
const TRIES = 3

/**
 * Asks the server for one part and writes answer and stamp in one transaction. An answer that was asked for before
 * something newer was written (an action's answer, another tab's pull) would bring back what is over: it is dropped.
 */
export const pullPart = async <K extends MirrorPart>(
  home: Home<MemberDb>,
  api: Api,
  part: K,
  now: () => number,
): Promise<Answer<PartData[K]>> => {
  for (let left = TRIES; ; left -= 1) {
    const { generation } = await stampOf(home.db.stamps, part)
    const answer = await PARTS[part].fetch(api, home.owner)
    if (!answer.ok) return answer
    const written = await home.transaction(async (db) => {
      if ((await stampOf(db.stamps, part)).generation !== generation) return false
      await PARTS[part].write(db, answer.data)
      await told(db.stamps, part, now())
      return true
    })
    if (written || left <= 1) return answer
  }
}
