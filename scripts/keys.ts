import { callServer, runCommand, OperatorError, timeOf } from './operator.ts'

/**
 * Rotates and revokes the keys that sign certificates of passes, and tokens. The server must be running.
 * `npm run keys -- list` · `npm run keys -- rotate pass|token` · `npm run keys -- revoke <key>`
 */

interface ListedKey {
  id: string
  keyId: string | null
  madeAt: number
  signsAt: number
  revokedAt: number | null
  signs: boolean
  silentGates: number | null
}

const USAGE = 'npm run keys -- list, npm run keys -- rotate pass|token, or npm run keys -- revoke <key>'
const ROOT =
  'The root secret is not rotated by a command. docs/operations/keys.md says how to replace it, and what that costs.'

const stateOf = ({ signs, signsAt, revokedAt }: ListedKey): string => {
  if (revokedAt !== null) return `revoked ${timeOf(revokedAt)}`
  if (signs) return 'signs'
  return signsAt > Date.now() ? `signs from ${timeOf(signsAt)}` : 'verifies'
}

const lineOf = (key: ListedKey): string =>
  [
    key.id,
    key.keyId ?? '',
    key.madeAt === 0 ? 'made at the first start' : `made ${timeOf(key.madeAt)}`,
    stateOf(key),
    key.silentGates ? `${key.silentGates} gates had no contact since it was made` : '',
  ]
    .filter(Boolean)
    .join('  ')

await runCommand({
  list: async () => {
    const { keys } = await callServer<{ keys: ListedKey[] }>('GET', '/keys')
    return keys.map(lineOf).join('\n')
  },
  rotate: async (kind) => {
    if (kind === 'root') throw new OperatorError(ROOT)
    if (!kind) throw new OperatorError(`Which key? ${USAGE}`)
    const { id, signsAt } = await callServer<ListedKey>('POST', `/keys/${encodeURIComponent(kind)}`)
    return `${id} was made and signs from ${timeOf(signsAt)}. What the former key has signed stays valid.`
  },
  revoke: async (id) => {
    if (!id) throw new OperatorError('Which key? npm run keys -- list names them.')
    const { certificates } = await callServer<{ certificates: number }>('DELETE', `/keys/${encodeURIComponent(id)}`)
    const cost = id.startsWith('pass')
      ? `${certificates} passes get a new certificate when their phone is online; gates without a network admit the old ones until then.`
      : 'Members whose tokens it has signed sign in again.'
    return `${id} is revoked. ${cost}`
  },
})
