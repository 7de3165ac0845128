import { readConfig } from '#server/config.ts'
import { openKeys } from '#server/keys.ts'
import { operatorToken } from '#server/modules/gate/operatorToken.ts'

/**
 * Scanners at attractions, venues and receipt places, from the operator's terminal. The server must be running.
 * `npm run gate:enrol -- <place>` · `npm run gate:list` · `npm run gate:revoke -- <gate>`
 */

interface Enrolment {
  code: string
  place: { kind: string; name: string }
  expiresAt: number
}
interface Gate {
  gateUid: string
  kind: string
  placeUid: string
  label: string | null
  enrolledAt: number
  revokedAt: number | null
}

/** One sentence for the operator. */
class Said extends Error {
  override name = 'Said'
}

const config = readConfig(process.env)

const ask = async <T>(method: string, id = ''): Promise<T> => {
  const token = await operatorToken(openKeys(config), Date.now())
  const url = `${config.publicUrl}/operator/gates${id && `/${encodeURIComponent(id)}`}`
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } }).catch(() => null)
  if (!response) throw new Said(`No server answers at ${config.publicUrl}. Start it, or set PUBLIC_URL.`)
  const body = (await response.json().catch(() => ({}))) as T & { sentence?: string }
  if (!response.ok) throw new Said(body.sentence ?? `The server answered ${response.status}.`)
  return body
}

const time = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const COMMANDS: Record<string, (id: string | undefined) => Promise<string>> = {
  enrol: async (place) => {
    if (!place) throw new Said('Which place? npm run gate:enrol -- <attraction, venue or receipt place>')
    const { code, place: at, expiresAt } = await ask<Enrolment>('POST', place)
    return `${code}\n${at.name} (${at.kind}). Enter it at the gate once, before ${time(expiresAt)} UTC.`
  },
  list: async () => {
    const { gates } = await ask<{ gates: Gate[] }>('GET')
    const lines = gates.map(
      ({ gateUid, kind, placeUid, label, enrolledAt, revokedAt }) =>
        `${gateUid}  ${kind} ${placeUid}  ${label ?? ''}  since ${time(enrolledAt)}${revokedAt === null ? '' : `, revoked ${time(revokedAt)}`}`,
    )
    return lines.join('\n') || 'No gate is enrolled.'
  },
  revoke: async (gate) => {
    if (!gate) throw new Said('Which gate? npm run gate:list names them.')
    await ask('DELETE', gate)
    return 'Revoked: from now on the server refuses it. What it holds for the time without a network can sign nothing.'
  },
}

const [command = '', id] = process.argv.slice(2)
try {
  const run = COMMANDS[command]
  if (!run) throw new Said(`Commands: ${Object.keys(COMMANDS).join(', ')}.`)
  console.log(await run(id))
} catch (error) {
  console.error(error instanceof Said ? error.message : error)
  process.exitCode = 1
}
