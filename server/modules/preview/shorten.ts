/** Length of a description, in characters: about what chats and result lists show of it. */
const LENGTH_MAX = 200
/** A sentence or word that ends after this share of the length is a good end. */
const SHARE_MIN = 0.6

const SENTENCE = /^.*[.!?](?= )|^.*[。！？]/su
const WORD = /^.*(?=\s)|^.*[，、；：]/su

/**
 * Returns the beginning of a text in one line: at most `LENGTH_MAX` characters, cut after a sentence, else between words
 * with an ellipsis. Never splits a character of two code units.
 */
export const shorten = (text: string, max = LENGTH_MAX): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= max) return line
  const beginning = characters.slice(0, max).join('')
  const isEnough = (end: string | undefined): end is string =>
    end !== undefined && end.length >= beginning.length * SHARE_MIN
  const sentence = SENTENCE.exec(beginning)?.[0]
  if (isEnough(sentence)) return sentence
  const start = characters.slice(0, max - 1).join('')
  const word = WORD.exec(start)?.[0]
  return `${isEnough(word) ? word.trimEnd() : start}…`
}
