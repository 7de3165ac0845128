import { logout } from '#contract/calls/account.ts'
import { SESSION_END } from '#db/names.ts'
import type { Command } from '../command.ts'

export interface SessionEnd {
  id: string
  /** The end token. Earlier releases queued a refresh token under this name, and tabs that still run them send it. */
  refreshToken: string
}

/** Reports a sign-out to the server, one made offline too (O45). The device owns it: the member is signed out. */
export const sessionEnd: Command<typeof SESSION_END, SessionEnd, null> = {
  name: SESSION_END,
  version: 1,
  home: 'device',
  lane: ({ id }) => `session:${id}`,
  // A phone whose outbox is full must be able to sign out.
  isAlwaysStored: true,
  send: (api, { refreshToken }, { id }) => api.call(logout, { body: { refreshToken } }, { key: id, owner: null }),
  apply: async () => undefined,
  part: null,
  project: null,
  describe: null,
  refusals: {},
  isShownLocked: false,
  hidesPass: false,
}
