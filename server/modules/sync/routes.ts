import { sync } from '#contract/calls/sync.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { changesSince } from './service.ts'

export const routes: Served[] = [
  serve(sync, ({ query: { cursor } }, { deps, member }) => changesSince(deps, member.memberId, cursor)),
]
