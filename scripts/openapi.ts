import { CALLS } from '#contract/calls/index.ts'
import { openApiOf } from '#server/http/openapi.ts'

console.log(JSON.stringify(openApiOf(CALLS, process.env.PUBLIC_URL ?? 'http://localhost:3000'), null, 2))
