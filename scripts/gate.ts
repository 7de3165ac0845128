import { callServer, runCommand, OperatorError, singleLine, timeOf } from './operator.ts'

/**
 * Manages the scanners of attractions, partners and exchange desks. The server must be running.
 * `npm run gate:enrol -- <place>` · `npm run gate:list` · `npm run gate:revoke -- <gate>`
 * `npm run gate:conflicts`
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
/** An entry that a gate made with no network and the server did not count. */
interface Conflict {
  place: string
  at: number
  uploadedAt: number
  reason: string
  passType: string | null
  passEnd: string | null
  orderNumber: string | null
  cardNum: string | null
}

const visitorOf = ({ passType, passEnd, orderNumber, cardNum }: Conflict): string =>
  [cardNum === null ? '' : `card …${cardNum}`, passEnd === null ? '' : `${passType} pass …${passEnd} of ${orderNumber}`]
    .filter((text) => text !== '')
    .join(', ') || 'no known pass'

const callGates = <T>(method: string, id = ''): Promise<T> =>
  callServer(method, `/gates${id && `/${encodeURIComponent(id)}`}`)

await runCommand({
  enrol: async (place) => {
    if (!place) throw new OperatorError('Which place? npm run gate:enrol -- <attraction, venue or receipt place>')
    const { code, place: at, expiresAt } = await callGates<Enrolment>('POST', place)
    return `${code}\n${at.name} (${at.kind}). Enter it at the gate once, before ${timeOf(expiresAt)}.`
  },
  list: async () => {
    const { gates } = await callGates<{ gates: Gate[] }>('GET')
    const lines = gates.map(
      ({ gateUid, kind, placeUid, label, enrolledAt, revokedAt }) =>
        `${gateUid}  ${kind} ${placeUid}  ${singleLine(label ?? '')}  since ${timeOf(enrolledAt)}${revokedAt === null ? '' : `, revoked ${timeOf(revokedAt)}`}`,
    )
    return lines.join('\n') || 'No gate is enrolled.'
  },
  conflicts: async () => {
    const { conflicts } = await callServer<{ conflicts: Conflict[] }>('GET', '/gates/conflicts')
    const lines = conflicts.map(
      (row) => `${timeOf(row.at)}  ${row.place}  ${row.reason}  ${visitorOf(row)}  uploaded ${timeOf(row.uploadedAt)}`,
    )
    return lines.join('\n') || 'No entry was kept for the desk.'
  },
  revoke: async (gate) => {
    if (!gate) throw new OperatorError('Which gate? npm run gate:list names them.')
    await callGates('DELETE', gate)
    return 'Revoked: from now on the server refuses it. What it holds for the time without a network can sign nothing.'
  },
})
