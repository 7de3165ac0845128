import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/freePort.ts'
import { ROOT } from '../harness/process.ts'
import type { Programs } from './packages.ts'
import { killAll, OWNER, startProgram, waitFor } from './processes.ts'

const START_MS = 30_000

/** Starts Caddy below `folder` with the configuration of `deploy/`, in front of servers at these ports of loopback. */
export const openProxy = async (folder: string, { caddy, env }: Programs, serverPorts: readonly number[]) => {
  const place = join(folder, 'caddy')
  mkdirSync(place, { recursive: true })
  if (OWNER.uid !== undefined) chownSync(place, OWNER.uid, OWNER.gid)
  const url = `http://127.0.0.1:${await freePort()}`
  const named = readFileSync(join(ROOT, 'deploy', 'Caddyfile'), 'utf8')
  const config = named.replace('server-1:3000 server-2:3000', serverPorts.map((port) => `localhost:${port}`).join(' '))
  if (config === named) throw new Error('deploy/Caddyfile names other servers')
  writeFileSync(join(place, 'Caddyfile'), `{\n\tadmin off\n}\n${config}`)
  const homes = { HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place, DOMAIN: url }
  startProgram({
    program: caddy,
    args: ['run', '--adapter', 'caddyfile', '--config', 'Caddyfile'],
    env: { ...env, ...homes },
    folder: place,
  })
  await waitFor(
    'the proxy answers',
    START_MS,
    async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true,
  )
  return { url, close: () => killAll(place) }
}
