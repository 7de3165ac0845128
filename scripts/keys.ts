import { callServer, runCommand, OperatorError, timeOf } from './operator.ts'

/**
 * Rotates and revokes the keys that sign certificates of passes and tokens, and the root secret. The server must be
 * running. `npm run keys -- list` · `npm run keys -- rotate pass|token|root` · `npm run keys -- revoke <key>`
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

interface ListedRoot extends Pick<ListedKey, 'id' | 'madeAt' | 'signsAt' | 'revokedAt' | 'signs'> {
  isUsed: boolean
  sealedAt: number | null
}

const USAGE = 'npm run keys -- list, npm run keys -- rotate pass|token|root, or npm run keys -- revoke <key>'

const stateOf = ({ signs, signsAt, revokedAt }: Pick<ListedKey, 'signs' | 'signsAt' | 'revokedAt'>): string => {
  if (revokedAt !== null) return `revoked ${timeOf(revokedAt)}`
  if (signs) return 'signs'
  return signsAt > Date.now() ? `signs from ${timeOf(signsAt)}` : 'verifies'
}

const ageOf = ({ madeAt }: Pick<ListedKey, 'madeAt'>): string =>
  madeAt === 0 ? 'made at the first start' : `made ${timeOf(madeAt)}`

const rootLineOf = (root: ListedRoot): string => {
  if (!root.isUsed) return `${root.id}  not used yet: npm run keys -- rotate root`
  const sealed = root.sealedAt === null ? [] : ['cards and codes are sealed under it']
  return [root.id, ageOf(root), stateOf(root), ...sealed].join('  ')
}

const lineOf = (key: ListedKey): string =>
  [
    key.id,
    key.keyId ?? '',
    ageOf(key),
    stateOf(key),
    key.silentGates ? `${key.silentGates} gates had no contact since it was made` : '',
  ]
    .filter(Boolean)
    .join('  ')

await runCommand({
  list: async () => {
    const { keys, roots } = await callServer<{ keys: ListedKey[]; roots: ListedRoot[] }>('GET', '/keys')
    return [...keys.map(lineOf), ...roots.map(rootLineOf)].join('\n')
  },
  rotate: async (kind) => {
    if (!kind) throw new OperatorError(`Which key? ${USAGE}`)
    const { id, signsAt } = await callServer<ListedKey>('POST', `/keys/${encodeURIComponent(kind)}`)
    const also = kind === 'root' ? ' npm run keys -- list has the next keys of passes and tokens. Make a backup.' : ''
    return `${id} was made and signs from ${timeOf(signsAt)}. What the former key has signed stays valid.${also}`
  },
  revoke: async (id) => {
    if (!id) throw new OperatorError('Which key? npm run keys -- list names them.')
    const { certificates } = await callServer<{ certificates: number }>('DELETE', `/keys/${encodeURIComponent(id)}`)
    const passes = `${certificates} passes get a new certificate when their phone is online; gates without a network admit the old ones until then.`
    const tokens = 'Members whose tokens it has signed sign in again.'
    if (id.startsWith('pass')) return `${id} is revoked. ${passes}`
    return `${id} is revoked. ${id.startsWith('root') ? `${passes} ` : ''}${tokens}`
  },
})
