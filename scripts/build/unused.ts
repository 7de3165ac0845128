import { rulesOf, type Rule } from './critical.ts'

/** Splits a block into declarations, at semicolons outside brackets and quotes. */
const declarationsOf = (body: string): string[] => {
  const found = ['']
  let depth = 0
  let quote = ''
  for (const letter of body) {
    if (quote) quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    if (letter === ';' && depth === 0 && !quote) found.push('')
    else found[found.length - 1] += letter
  }
  return found.filter((each) => each.trim() !== '')
}

const CUSTOM = /^\s*(--[\w-]+)\s*:/
const variablesIn = (text: string): string[] => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name)
const isGroup = ({ head }: Rule): boolean => /^@(?:media|supports|layer|container)\b/.test(head)

/** Returns the declaration blocks of a style sheet, including those within `@media`. */
const blocksOf = (css: string): string[] =>
  rulesOf(css).flatMap((rule) => (rule.body === null ? [] : isGroup(rule) ? blocksOf(rule.body) : [rule.body]))

/** Names of custom properties that a rule, `drawn`, or the value of a used property refers to. */
const usedIn = (css: string, drawn: string): Set<string> => {
  const values = new Map<string, string[]>()
  const used = new Set<string>()
  const waiting = variablesIn(drawn)
  for (const declaration of blocksOf(css).flatMap(declarationsOf)) {
    const name = CUSTOM.exec(declaration)?.[1]
    if (name) values.set(name, [...(values.get(name) ?? []), ...variablesIn(declaration)])
    else waiting.push(...variablesIn(declaration))
  }
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...(values.get(name) ?? []))
  }
  return used
}

/**
 * Removes custom properties and keyframes that the style sheet does not use. `drawn` is markup that uses properties by
 * itself: style attributes, and drawings that inherit them.
 */
export const withoutUnused = (css: string, drawn: string): string => {
  const used = usedIn(css, drawn)
  const tokens = new Set([...blocksOf(css).join(';'), ''].join('').match(/[\w-]+/g))
  const prune = (text: string): string =>
    rulesOf(text)
      .map((rule) => {
        const { head, body } = rule
        if (body === null) return head === '' ? '' : `${head};`
        const name = /^@keyframes\s+([\w-]+)/.exec(head)?.[1]
        if (name) return tokens.has(name) ? `${head}{${body}}` : ''
        if (head.startsWith('@') && !isGroup(rule)) return `${head}{${body}}`
        const inner = isGroup(rule)
          ? prune(body)
          : declarationsOf(body)
              .filter((declaration) => used.has(CUSTOM.exec(declaration)?.[1] ?? '') || !CUSTOM.test(declaration))
              .join(';')
        return inner === '' ? '' : `${head}{${inner}}`
      })
      .join('')
  return prune(css)
}
