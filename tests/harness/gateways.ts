import { readdirSync, readFileSync } from 'node:fs'

/** Returns the pids of the sandbox gateways that run for a data folder, from /proc; needs Linux. */
export const gatewaysOf = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`SANDBOX_DIR=${dataDir}/gateway`)
      } catch {
        return false // the process has ended, or belongs to another user
      }
    })
    .map(Number)
