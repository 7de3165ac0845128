import { readFileSync } from 'node:fs'
import { OperatorError } from './operator.ts'

/** Returns the text of a file that the command line names. Throws `OperatorError`. */
export const readTextFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new OperatorError(`The file ${path} cannot be read.`)
  }
}
