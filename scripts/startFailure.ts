import type { ChildProcess } from 'node:child_process'

/**
 * Returns the error of a process that was started but does not answer; its first line, which a summary shows, has how
 * the process ended and the last line that it wrote.
 */
export const startFailure = (what: string, { exitCode, signalCode }: ChildProcess, output: string): Error => {
  const end = exitCode ?? signalCode
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  return new Error(`${what} did not start, ${end === null ? 'still runs' : `ended with ${end}`}: ${last}\n${output}`)
}

/** Returns whether a process has ended, by itself or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
