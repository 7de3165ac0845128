import type { Session } from '#contract/calls/account.ts'
import { memberDbName, type SessionPointer } from '#db/names.ts'

/** Returns the pointer that this phone stores of a session. */
export const pointerOf = ({ userInfo, autoLgnYn, endToken, sessionId }: Session): SessionPointer => ({
  ...(endToken !== undefined && { endToken }),
  ...(sessionId !== undefined && { sessionId }),
  memberId: userInfo.memberId,
  dbName: memberDbName(userInfo.memberId),
  user: userInfo,
  keep: autoLgnYn === 'Y',
  state: 'member',
})
