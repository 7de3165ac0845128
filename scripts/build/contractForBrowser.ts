import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** What the client needs of a call; schemas and refusals stay on the server. */
const BROWSER_FIELDS = new Set([
  'method',
  'path',
  'who',
  'addition',
  'shared',
  'effect',
  'unstored',
  'cookies',
  'raw',
  'fileType',
  'media',
])
const FILE = /\/contract\/calls\/(?!call\.ts|fields\.ts|groups\.ts|index\.ts)\w+\.ts$/

/**
 * Reduces `contract/calls/*.ts` to the calls (method, path, who, flags) and plain constants, so that zod never reaches
 * the first screens. Importing a schema from there into the browser fails the build: forms import `#contract/forms`.
 */
export const contractForBrowser = (): Plugin => ({
  name: 'contract-for-browser',
  enforce: 'pre',
  transform: {
    filter: { id: FILE },
    handler: (code, id) => ({ code: rowsOf(code, id), map: null }),
  },
})

interface Node {
  type: string
  start: number
  end: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape of the parser's nodes, read with care below
  [key: string]: any
}

/** Returns the module without schemas. Throws when a kept value is not a literal: it could depend on removed code. */
export const rowsOf = (code: string, file: string): string => {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const lines: string[] = []
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declaration.declarations as Node[]) {
      const value = plain(init)
      if (value.type === 'CallExpression' && value.callee.name === 'call') {
        const properties = value.arguments[0].properties as Node[]
        if (properties.some(({ type }) => type === 'SpreadElement'))
          throw new Error(`${file}: ${id.name} must be written out`)
        const browserProperties = properties.filter((property) => BROWSER_FIELDS.has(property.key.name))
        for (const property of browserProperties)
          if (plain(property.value).type !== 'Literal')
            throw new Error(`${file}: ${id.name}.${property.key.name} must be a literal`)
        lines.push(
          `export const ${id.name} = { ${browserProperties.map(({ start, end }) => code.slice(start, end)).join(', ')} }`,
        )
      } else if (value.type === 'Literal' || isList(value)) {
        lines.push(`export const ${id.name} = ${code.slice(value.start, value.end)}`)
      }
    }
  }
  return lines.join('\n')
}

/** A list that spreads another one is dropped: the other one may have been removed. */
const isList = ({ type, elements }: Node): boolean =>
  type === 'ArrayExpression' && (elements as Node[]).every((element) => element.type !== 'SpreadElement')

const plain = (node: Node): Node =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? plain(node.expression) : node
