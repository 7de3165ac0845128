import { closeSync, fchmodSync, fstatSync, openSync, renameSync, write as writeTo } from 'node:fs'

/** Size at which a log file is renamed to `<name>.1`, replacing the earlier one. */
const FILE_BYTES = 16 * 1024 * 1024
/** File mode: owner only. */
const PRIVATE = 0o600
/** Buffer limit in UTF-16 units; further lines are dropped. */
const WAITING_MAX_CHARS = 1024 * 1024
/** A full pipe is retried after this, at most `RETRIES` times. */
const RETRY_MS = 100
const RETRIES_MAX = 50

/** Destination of a logger. It never throws or emits errors: an unwritable log must not end the server. */
export interface LogSink {
  write: (line: string) => void
  /** Calls `onFlushed` when all buffered lines are written or dropped. */
  flush: (onFlushed?: () => void) => void
}

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY'

/** Opens a log file for appending, with rotation by size. */
const openFile = (path: string, fileBytes: number) => {
  let descriptor: number | null = null
  let size = 0
  const begin = (): number => {
    const opened = openSync(path, 'a', PRIVATE)
    descriptor = opened
    const stat = fstatSync(opened)
    // A device has no size and is not rotated.
    size = stat.isFile() ? stat.size : Number.NEGATIVE_INFINITY
    // An existing file may have been readable for others.
    if (stat.isFile()) fchmodSync(opened, PRIVATE)
    return opened
  }
  return {
    /** Returns the open descriptor, after a rotation if needed. Throws errors of the file system. */
    ready: (): number => {
      if (descriptor === null) begin()
      if (size >= fileBytes && descriptor !== null) {
        closeSync(descriptor)
        descriptor = null
        renameSync(path, `${path}.1`)
      }
      return descriptor ?? begin()
    },
    grow: (bytes: number): void => {
      size += bytes
    },
    /** Closes the file, so that the next write reopens it. */
    forget: (): void => {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}

/**
 * Creates a sink for a file (a path) or for an open descriptor. Lines are appended; each must end with its own line
 * break. A file that has reached `fileBytes` is renamed to `<name>.1`, which replaces the earlier one; a descriptor is
 * not rotated. Drops a line for which the buffer has no room (`WAITING_MAX_CHARS`), and the lines of a failed write; the
 * next write begins with a line that says how many were dropped.
 */
export const createLogSink = (destination: number | string, fileBytes = FILE_BYTES): LogSink => {
  const file =
    typeof destination === 'string'
      ? openFile(destination, fileBytes)
      : { ready: () => destination, grow: () => undefined, forget: () => undefined }
  try {
    // Open now, so that an existing file gets its private mode at once.
    file.ready()
  } catch {
    // The first line tries again.
  }
  let waiting: string[] = []
  let waitingChars = 0
  let dropped = 0
  let isTorn = false
  let isWriting = false
  let flushes: (() => void)[] = []

  const take = (): { bytes: Buffer; lines: number } => {
    const lines = waiting.length
    const notice = { level: 40, time: new Date().toISOString(), count: dropped, msg: 'log lines were dropped' }
    const text = `${isTorn ? '\n' : ''}${dropped > 0 ? `${JSON.stringify(notice)}\n` : ''}${waiting.join('')}`
    waiting = []
    waitingChars = 0
    return { bytes: Buffer.from(text), lines }
  }

  const next = (): void => {
    if (isWriting) return
    if (waiting.length === 0) {
      const callbacks = flushes
      flushes = []
      for (const call of callbacks) call()
      return
    }
    isWriting = true
    const { bytes, lines } = take()
    const reported = dropped
    const lose = (): void => {
      dropped += lines
      isWriting = false
      next()
    }
    const writeFrom = (fd: number, from: number, retries: number): void =>
      writeTo(fd, bytes, from, bytes.length - from, null, (error, written) => {
        if (error && isBusy(error) && retries > 0) {
          setTimeout(writeFrom, RETRY_MS, fd, from, retries - 1)
          return
        }
        if (error) {
          // A partly written line stays; the next write starts with a line break.
          isTorn ||= from > 0
          file.forget()
          lose()
          return
        }
        file.grow(written)
        if (from + written < bytes.length) {
          writeFrom(fd, from + written, retries)
          return
        }
        dropped -= reported
        isTorn = false
        isWriting = false
        next()
      })
    try {
      writeFrom(file.ready(), 0, RETRIES_MAX)
    } catch {
      lose()
    }
  }

  return {
    write: (line) => {
      if (waitingChars + line.length > WAITING_MAX_CHARS) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingChars += line.length
      // Lines of one turn of the event loop are written together.
      if (waiting.length === 1) setImmediate(next)
    },
    flush: (onFlushed = () => undefined) => {
      flushes.push(onFlushed)
      setImmediate(next)
    },
  }
}
