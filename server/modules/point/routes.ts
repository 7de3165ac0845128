import * as point from '#contract/calls/point.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { listPoints } from './service.ts'

export const routes: Served[] = [
  serve(point.list, ({ query }, { deps, member: { memberId } }) =>
    listPoints(deps.db, deps.config.points, { memberId, ...query }),
  ),
]
