import { copyMyData } from '#contract/calls/profile.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

/** A copy of the member's data: a JSON file and its name. */
export interface DataCopy {
  file: Blob
  name: string
}

/** Gets a copy of the member's data. Needs the server; nothing of it is stored on this phone. */
export const getDataCopy = (proof: { password: string } | { code: string }): Promise<Outcome<DataCopy>> =>
  withRuntime(async ({ api }) => {
    const answer = outcome(await api.call(copyMyData, { body: proof }))
    if (!answer.ok) return answer
    const { madeAt, sections } = answer.data
    const iso = new Date(madeAt).toISOString()
    const text = JSON.stringify({ service: 'Harbor Pass', madeAt: iso, ...sections }, null, 2)
    return {
      ok: true,
      data: {
        file: new Blob([text], { type: 'application/json' }),
        name: `harbor-pass-data-${iso.slice(0, 10)}.json`,
      },
    }
  })
