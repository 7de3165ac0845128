import * as point from '#contract/calls/point.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { listPoints, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(point.list, ({ query }, { deps, member: { memberId } }) =>
    listPoints(deps.db, deps.config.points, { memberId, ...query, now: deps.clock() }),
  ),
]

export const pointModule = defineModule({ name: 'point', routes, jobs: JOB_KINDS })
