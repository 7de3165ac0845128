import { Features, transform, type SelectorComponent, type Visitor } from 'lightningcss'

/** Prints a style sheet that is already written for the oldest browsers of the build, without changing its syntax. */
const minify = (css: string, options: { visitor?: Visitor<never>; unusedSymbols?: string[] }): string =>
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    // Without targets it would write `(min-width: 1px)` as `(width >= 1px)`.
    include: Features.MediaQueries,
    ...options,
  }).code.toString()

/** Returns the class names in a page. */
export const classesOf = (html: string): string[] =>
  [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/))

/**
 * Returns whether this part of a selector can match in the first frame of a page with these classes. No pointer touches
 * that frame, and the whole sheet comes with the application. Selectors within `:not(…)`, `:is(…)` and the like do not
 * count: to keep a rule costs some bytes, to lose one moves the page.
 */
const canMatch = (component: SelectorComponent, classes: ReadonlySet<string>): boolean => {
  if (component.type === 'class') return classes.has(component.name)
  return component.type !== 'pseudo-class' || (component.kind !== 'hover' && component.kind !== 'active')
}

/** Returns the names of custom properties and keyframes that neither the style sheet nor `markup` refers to. */
const unusedIn = (css: string, markup: string): string[] => {
  const declared = new Set<string>()
  const used = new Set([...markup.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name))
  let ownName: string | null = null
  minify(css, {
    visitor: {
      // `custom` are also the properties that lightningcss does not know.
      Declaration: { custom: ({ name }) => void (name.startsWith('--') && declared.add(name)) },
      Variable: ({ name }) => void used.add(name.ident),
      Rule: { keyframes: ({ value }) => void declared.add((ownName = value.name.value)) },
      // The name in the head of `@keyframes` is visited as well, as the next one.
      CustomIdent: (name) => void (name === ownName ? (ownName = null) : used.add(name)),
      // An animation with `var(…)` in it is a list of tokens.
      Token: { ident: ({ value }) => void used.add(value) },
    },
  })
  return [...declared].filter((name) => !used.has(name))
}

/**
 * Returns the part of a style sheet that draws the first frame of a page; the rest can load later. Without rules that
 * cannot match its classes, and then without the custom properties and keyframes that no rule is left for. `drawings`
 * is markup that inherits custom properties from the page but is not part of it.
 */
export const critical = (css: string, html: string, drawings = ''): string => {
  const classes = new Set(classesOf(html))
  let result = minify(css, {
    visitor: { Selector: (selector) => (selector.every((component) => canMatch(component, classes)) ? undefined : []) },
  })
  // A property that is left out may have been the last to refer to another.
  for (let unused = unusedIn(result, html + drawings); unused.length > 0; unused = unusedIn(result, html + drawings))
    result = minify(result, { unusedSymbols: unused })
  return result
}
