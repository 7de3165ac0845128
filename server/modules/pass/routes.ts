import { myPassList } from '#contract/calls/mypage.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { listPasses } from './service.ts'

export const routes: Served[] = [
  serve(myPassList, async (_input, { deps, member, locale }) => ({
    list: await listPasses(deps, member.memberId, locale),
  })),
]
