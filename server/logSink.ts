import { closeSync, fchmodSync, fstatSync, openSync, renameSync, write as writeTo } from 'node:fs'

/** A log file that has reached this is put aside as `<name>.1`, in place of the one before it. */
const FILE_BYTES = 16 * 1024 * 1024
/** For the owner alone. */
const PRIVATE = 0o600
/** Lines that wait to be written; beyond it they are dropped. */
const WAITING_BYTES = 1024 * 1024
/** A pipe that is full is tried again after this, so many times. */
const RETRY_MS = 100
const RETRIES = 50

/** Where a logger writes its lines. Never throws and never emits: a log that cannot be written must not end the server. */
export interface LogSink {
  write: (line: string) => void
  /** Calls back when what waits is written or dropped. */
  flush: (done?: () => void) => void
}

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY'

/** A file that is appended to, and begun anew when it is full. */
const openFile = (path: string, fileBytes: number) => {
  let descriptor: number | null = null
  let size = 0
  const begin = (): number => {
    const opened = openSync(path, 'a', PRIVATE)
    descriptor = opened
    const stat = fstatSync(opened)
    // A device has no size and is not put aside.
    size = stat.isFile() ? stat.size : Number.NEGATIVE_INFINITY
    // One that was there before is taken from others.
    if (stat.isFile()) fchmodSync(opened, PRIVATE)
    return opened
  }
  return {
    /** Throws what the file system says. */
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
    /** Opens it anew before the next line. */
    forget: (): void => {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}

/**
 * Appends lines to a file, of which it keeps two of `fileBytes`, or to an open descriptor. Lines that find no room are
 * dropped; the next line that is written says how many.
 */
export const createLogSink = (destination: number | string, fileBytes = FILE_BYTES): LogSink => {
  const file =
    typeof destination === 'string'
      ? openFile(destination, fileBytes)
      : { ready: () => destination, grow: () => undefined, forget: () => undefined }
  try {
    // At once, so that nobody else can read what is there already.
    file.ready()
  } catch {
    // It is tried again with the first line.
  }
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  let isTorn = false
  let isWriting = false
  let flushes: (() => void)[] = []

  const take = (): { bytes: Buffer; lines: number } => {
    const lines = waiting.length
    const notice = { level: 40, time: new Date().toISOString(), count: dropped, msg: 'log lines were dropped' }
    const text = `${isTorn ? '\n' : ''}${dropped > 0 ? `${JSON.stringify(notice)}\n` : ''}${waiting.join('')}`
    waiting = []
    waitingBytes = 0
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
          // What is written of a line stays; the next one begins on a line of its own.
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
      writeFrom(file.ready(), 0, RETRIES)
    } catch {
      lose()
    }
  }

  return {
    write: (line) => {
      if (waitingBytes + line.length > WAITING_BYTES) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      // What is written in one turn of the event loop goes in one piece.
      if (waiting.length === 1) setImmediate(next)
    },
    flush: (done = () => undefined) => {
      flushes.push(done)
      setImmediate(next)
    },
  }
}
