import { callServer, runCommand, OperatorError } from './operator.ts'
import { readTextFile } from './readFile.ts'

/**
 * Codes of an operator (an eSIM's, a ticket's) for an option of goods. The server must be running.
 * `npm run code:load -- <option> <file>` (one code a line, optionally its last day) · `npm run code:list -- <option>`
 */

interface Counts {
  loaded: number
  free: number
  expired: number
  assigned: number
  shown: number
  used: number
}

const pathOf = (option: string): string => `/codes/${encodeURIComponent(option)}`

await runCommand({
  load: async (option, file) => {
    if (!option || !file) throw new OperatorError('Which? npm run code:load -- <option> <file>')
    const { loaded } = await callServer<{ loaded: number }>('POST', pathOf(option), readTextFile(file))
    return `${loaded} codes loaded.`
  },
  list: async (option) => {
    if (!option) throw new OperatorError('Which option? npm run code:list -- <option>')
    const counts = await callServer<Counts>('GET', pathOf(option))
    return `${counts.loaded} codes: ${counts.free} free, ${counts.expired} expired, ${counts.assigned} assigned, of which ${counts.shown} shown and ${counts.used} used.`
  },
})
