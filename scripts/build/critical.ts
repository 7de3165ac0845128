/** One rule or at-rule of a style sheet: the text before its braces, and the text in them. */
export interface Rule {
  head: string
  body: string | null
}

/** Splits a style sheet into its top-level rules. */
export const rulesOf = (css: string): Rule[] => {
  const rules: Rule[] = []
  let start = 0
  let open = -1
  let depth = 0
  let quote = ''
  for (let index = 0; index < css.length; index += 1) {
    const letter = css[index] ?? ''
    if (quote) {
      if (letter === '\\') index += 1
      else if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '{') {
      if (depth === 0) open = index
      depth += 1
    } else if (letter === '}') {
      depth -= 1
      if (depth > 0) continue
      rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index) })
      start = index + 1
    } else if (letter === ';' && depth === 0) {
      rules.push({ head: css.slice(start, index).trim(), body: null })
      start = index + 1
    }
  }
  return rules
}

/** Splits at the commas between selectors, not at those within `:is(…)`, however deep. */
const selectorsOf = (head: string): string[] => {
  const selectors = ['']
  let depth = 0
  for (const letter of head) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) selectors.push('')
    else selectors[selectors.length - 1] += letter
  }
  return selectors
}

/** Returns the selector without the arguments of `:not`, `:is`, `:where` and `:has`. */
const withoutChoices = (selector: string): string => {
  let plain = ''
  let depth = 0
  for (let index = 0; index < selector.length; index += 1) {
    if (selector[index] === ')') depth = Math.max(0, depth - 1)
    else if (selector[index] === '(') depth += 1
    else if (depth === 0) plain += selector[index]
  }
  return plain
}

/** Rules for a pointer: the first frame needs none, and the whole sheet comes with the application. */
const TOUCHED = /:(?:hover|active)\b/

/** Returns whether a selector can match with these classes. Ignores those in `:not(…)`, `:is(…)` and the like. */
const canMatch = (selector: string, classes: ReadonlySet<string>): boolean => {
  const plain = withoutChoices(selector)
  if (TOUCHED.test(plain)) return false
  return [...plain.matchAll(/\.((?:[\w-]|\\.)+)/g)].every(([, name = '']) => classes.has(name.replaceAll('\\', '')))
}

/** Returns the class names in a page. */
export const classesOf = (html: string): string[] =>
  [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/))

/** Returns the part of a minified style sheet that draws a page with these classes; the rest can load later. */
export const critical = (css: string, classes: ReadonlySet<string>): string =>
  rulesOf(css)
    .map(({ head, body }) => {
      if (body === null) return head === '' ? '' : `${head};`
      if (/^@(?:media|supports|layer|container)\b/.test(head)) {
        const inner = critical(body, classes)
        return inner === '' ? '' : `${head}{${inner}}`
      }
      if (head.startsWith('@')) return `${head}{${body}}`
      const matching = selectorsOf(head).filter((selector) => canMatch(selector, classes))
      return matching.length === 0 ? '' : `${matching.join(',')}{${body}}`
    })
    .join('')
