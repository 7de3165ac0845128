import pino, { type Logger } from 'pino'
import { createLogSink } from './logSink.ts'

/** Creates the log of JSON lines. Callers must never log query strings, tokens, codes or bodies. */
export const createLog = (destination: number | string = 1): Logger =>
  pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['req', 'res', 'headers', 'body', 'err.client'], remove: true },
    },
    createLogSink(destination),
  )

/** Resolves when every line is written or dropped. */
export const flushLog = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))
