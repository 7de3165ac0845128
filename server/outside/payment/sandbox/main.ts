import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { FolderTaken, lockFolder } from '#server/db/lock.ts'
import { TAKEN_EXIT_CODE, writeProcessFile } from './processFile.ts'
import { openSandbox } from './serve.ts'

/** Entry point of the sandbox gateway's process. `start.ts` passes its settings in the environment. */
const { SANDBOX_DIR, SANDBOX_SECRET, SANDBOX_SERVER, SANDBOX_HOST, SANDBOX_PORT, SANDBOX_PUBLIC_URL, SANDBOX_LATE_MS } =
  process.env
if (!SANDBOX_DIR || !SANDBOX_SECRET) throw new Error('started by the server, not by hand')

/** Ends a second gateway of a folder: it would take over the process file, and nothing would end the first. */
const takeFolder = (dir: string): void => {
  try {
    lockFolder(dir)
  } catch (error) {
    if (error instanceof FolderTaken) process.exit(TAKEN_EXIT_CODE)
    throw error
  }
}

takeFolder(SANDBOX_DIR)
// Not before: the log is that of the process which holds the folder.
truncateSync(join(SANDBOX_DIR, 'log'))
const sandbox = await openSandbox({
  dir: SANDBOX_DIR,
  secret: SANDBOX_SECRET,
  host: SANDBOX_HOST ?? 'localhost',
  port: Number(SANDBOX_PORT),
  ...(SANDBOX_PUBLIC_URL && { publicUrl: SANDBOX_PUBLIC_URL }),
  ...(SANDBOX_LATE_MS && { lateMs: Number(SANDBOX_LATE_MS) }),
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0))
  })

// Its server was killed meanwhile: nothing that has looked for a record would end this process.
if (process.ppid !== Number(SANDBOX_SERVER)) process.exit(1)
writeProcessFile(SANDBOX_DIR, { url: sandbox.url, secret: SANDBOX_SECRET, pid: process.pid })
