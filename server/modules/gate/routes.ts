import { enrol } from '#contract/calls/gate.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { enrolGate } from './service.ts'

export const routes: Served[] = [
  serve(enrol, ({ body }, { deps, ip, locale }) => enrolGate(deps, body, { ip, locale })),
]
