import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toString } from 'qrcode'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { freePort } from '../../scripts/freePort.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SLOW_MS = 180_000

/** Returns the commands of the README's section on the API. */
const commands = (): string => {
  const section = readFileSync(join(ROOT, 'README.md'), 'utf8')
    .split(/^## /m)
    .find((one) => one.startsWith('API\n'))
  const block = /```bash\n([\s\S]*?)```/.exec(section ?? '')?.[1]
  if (!block) throw new Error('The README has no commands for the API.')
  return block
}

const run = (file: string, args: string[], env: Record<string, string>) => {
  // The node of this process comes first on the PATH.
  const PATH = `${dirname(process.execPath)}:${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { PATH, HOME: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, said: () => text }
}

let dataDir = ''
let server: ReturnType<typeof run>
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'harbor-readme-'))
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), PAYMENT_SANDBOX_PORT: '0' }
  server = run(process.execPath, ['server/main.ts'], env)
  await new Promise<void>((resolve, reject) => {
    server.child.stdout.on('data', () => /ready at http/.test(server.said()) && resolve())
    void server.ended.then(() => reject(new Error(server.said())))
  })
}, SLOW_MS)
afterEach(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await stopGateway({ config: { dataDir } })
  rmSync(dataDir, { recursive: true, force: true })
}, SLOW_MS)

test(
  'the README’s commands, run as they are, lead from sign-up to a QR code',
  async () => {
    const address = /ready at (http:\S+)/.exec(server.said())?.[1] ?? ''
    const script = `${commands()}\nprintf '\\nTEXT=%s PASS=%s\\n' "$TEXT" "$PASS"`
    const shell = run('bash', ['-euo', 'pipefail', '-c', script], {
      API: `${address}/api/v1`,
      MAILS: join(dataDir, 'mail'),
      EMAIL: 'reader@mail.example',
    })
    const code = await shell.ended
    expect(shell.said()).toMatch(/TEXT=HP\S+ PASS=[\da-f-]{36}/)
    const text = /TEXT=(\S+)/.exec(shell.said())?.[1] ?? ''
    expect(shell.said()).toContain(await toString(text, { type: 'terminal', small: true }))
    expect(code).toBe(0)
  },
  SLOW_MS,
)
