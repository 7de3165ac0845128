import type { Api } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import type { Locale } from '#contract/locales.ts'
import type { MemberDb } from '#db/member.ts'
import type { Home } from '../outbox/home.ts'
import { PARTS, type MirrorPart, type PartData } from './mirrorParts.ts'
import { stampOf, recordPull } from './stamps.ts'

/** A pull asks at most this often when its answer is overtaken each time (M12). */
const TRIES_MAX = 3

/**
 * Pulls one part: writes the answer and its stamp, with the language of the request, in one transaction (M10). Drops
 * the answer and asks again when the part was written since the request (an action's answer, another tab's pull),
 * because the answer would undo that (M11). After three tries resolves with the last answer, unwritten.
 */
export const pullPart = async <K extends MirrorPart>(
  home: Home<MemberDb>,
  api: Api,
  mirrorPart: K,
  now: () => number,
  language: () => Locale,
): Promise<Answer<PartData[K]>> => {
  for (let triesLeft = TRIES_MAX; ; triesLeft -= 1) {
    const { generation } = await stampOf(home.db.stamps, mirrorPart)
    const locale = language()
    const answer = await PARTS[mirrorPart].fetch(api, home.owner)
    if (!answer.ok) return answer
    const written = await home.transaction(async (db) => {
      if ((await stampOf(db.stamps, mirrorPart)).generation !== generation) return false
      await PARTS[mirrorPart].write(db, answer.data)
      await recordPull(db.stamps, mirrorPart, now(), { locale })
      return true
    })
    if (written || triesLeft <= 1) return answer
  }
}
