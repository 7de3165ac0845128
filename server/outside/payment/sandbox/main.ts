import { openSandbox } from './serve.ts'

/** Entry point of the sandbox gateway's process. `start.ts` passes its settings in the environment. */
const { SANDBOX_DIR, SANDBOX_SECRET, SANDBOX_HOST, SANDBOX_PORT, SANDBOX_PUBLIC_URL, SANDBOX_LATE_MS } = process.env
if (!SANDBOX_DIR || !SANDBOX_SECRET) throw new Error('started by the server, not by hand')

const sandbox = await openSandbox({
  dir: SANDBOX_DIR,
  secret: SANDBOX_SECRET,
  host: SANDBOX_HOST ?? 'localhost',
  port: Number(SANDBOX_PORT),
  ...(SANDBOX_PUBLIC_URL && { publicUrl: SANDBOX_PUBLIC_URL }),
  ...(SANDBOX_LATE_MS && { lateMs: Number(SANDBOX_LATE_MS) }),
})
process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0))
  })
