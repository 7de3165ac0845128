import * as session from '#contract/calls/session.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { countPassesBySession, revokeDevices, revokeSessionDevices } from '#server/modules/device/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { endOne, endSessions, lastUse, listSessions, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(session.list, async (_input, { deps, member: { memberId, sessionId } }) => {
    const now = deps.clock()
    const rows = await listSessions(deps.db, memberId, now)
    const passes = await countPassesBySession(deps.db, memberId, now)
    return {
      list: rows.map(({ id, label, startedAt, expiresAt, ...row }) => ({
        id,
        label,
        startedAt,
        seenAt: lastUse(row),
        expiresAt,
        passes: passes.get(id) ?? null,
        current: id === sessionId,
        currentYn: id === sessionId ? ('Y' as const) : ('N' as const),
      })),
    }
  }),

  serve(session.end, ({ params: { id } }, { deps, member, writeAlone }) =>
    writeAlone(async (tx) => {
      const sessionId = id.toLowerCase()
      await endOne(tx, sessionId, member.memberId, deps.clock())
      await revokeSessionDevices(tx, { memberId: member.memberId, sessionId }, deps.clock())
      return null
    }),
  ),

  serve(session.endOthers, ({ body }, { deps, member: { memberId, sessionId }, writeAlone }) =>
    writeAlone(async (tx) => {
      const ended = await endSessions(tx, memberId, deps.clock(), sessionId)
      await revokeDevices(tx, memberId, deps.clock(), body?.deviceUid)
      return { ended }
    }),
  ),
]

export const sessionModule = defineModule({ name: 'session', routes, jobs: JOB_KINDS })
