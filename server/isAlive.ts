/** Returns whether a process with this pid runs and may be signalled; the system may have reused the pid. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
