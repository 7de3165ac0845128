import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: Linux begins at 32768, others at 49152. */
const [FIRST, COUNT] = [20_000, 12_000]

let next = randomInt(COUNT)

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer()
  try {
    await once(probe.listen(port), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

/**
 * Returns a port for a program of a test, which can also be stopped and started again on it. A port that the system
 * chooses may become the end of any other program's connection in the meantime. This process returns no port twice.
 */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + (next++ % COUNT)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}
