import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { runOrExplain } from '#server/main.ts'
import { readConfig } from '#server/config.ts'
import { tryPort } from '#server/dataFolder.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Development mode for both halves: the server restarts when its sources change; Vite serves the application on `PORT`
 * with hot reload and proxies the API. Without the service worker, which would serve stale files.
 */
await runOrExplain(async () => {
  const { port, host } = readConfig(process.env)
  await tryPort({ port, host })
  const apiPort = port + 10
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(ROOT, 'server', 'main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
      SNS_SANDBOX_PORT: process.env.SNS_SANDBOX_PORT ?? String(port + 20),
    },
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal))
  try {
    const target = `http://localhost:${apiPort}`
    const vite = await createServer({
      root: ROOT,
      server: { port, host, strictPort: true, proxy: { '/api': target, '/photos': target, '/sandbox': target } },
    })
    await vite.listen()
    process.stdout.write(`The application with hot reload: http://localhost:${port}\n`)
    await ended
    await vite.close()
  } finally {
    server.kill()
    await ended
  }
})
