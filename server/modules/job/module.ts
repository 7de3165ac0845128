import { HOUR_MS } from '#contract/time.ts'
import type { Loop } from '#server/deps.ts'
import { defineModule } from '#server/modules/module.ts'
import { deleteOldMails, moveOldJobs } from './oldTables.store.ts'
import { JOB_KINDS, KEEP_MS, recurringJob } from './service.ts'

/** Moves the jobs that the release before keeps in its own tables. The first run comes a second after the start. */
export const oldTablesLoop: Loop = {
  name: 'old-tables',
  everyMs: 5_000,
  run: ({ db, clock }) => moveOldJobs(db, clock()),
}
const forget = recurringJob('mail-forget', HOUR_MS, ({ db, clock }) => deleteOldMails(db, clock() - KEEP_MS))

export const jobModule = defineModule({ name: 'job', jobs: [...JOB_KINDS, forget], loops: [oldTablesLoop] })
