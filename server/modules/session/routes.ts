import * as session from '#contract/calls/session.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { revokeDevices } from '#server/modules/device/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { endOne, endSessions, listSessions, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(session.list, async (_input, { deps, member: { memberId, sessionId } }) => {
    const rows = await listSessions(deps.db, memberId, deps.clock())
    return {
      list: rows.map(({ id, label, startedAt, rotatedAt, expiresAt }) => ({
        id,
        label,
        startedAt,
        seenAt: rotatedAt,
        expiresAt,
        current: id === sessionId,
        currentYn: id === sessionId ? ('Y' as const) : ('N' as const),
      })),
    }
  }),

  serve(session.end, ({ params: { id } }, { deps, member, writeAlone }) =>
    writeAlone(async (tx) => {
      await endOne(tx, id.toLowerCase(), member.memberId, deps.clock())
      return null
    }),
  ),

  serve(session.endOthers, ({ body }, { deps, member: { memberId, sessionId }, writeAlone }) =>
    writeAlone(async (tx) => {
      const ended = await endSessions(tx, memberId, deps.clock(), sessionId)
      await revokeDevices(tx, memberId, body?.deviceUid)
      return { ended }
    }),
  ),
]

export const sessionModule = defineModule({ name: 'session', routes, jobs: JOB_KINDS })
