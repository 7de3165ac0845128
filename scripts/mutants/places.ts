import { parseSync } from 'rolldown/utils'

/**
 * What a mutant does: negate a condition, drop a statement or an operand, swap an operator or a method for its
 * opposite, move a boundary or a number by one, omit an entry of an object or list. The set is fixed, so that runs of
 * different releases can be compared.
 */
export const KINDS = ['negate', 'drop', 'swap', 'boundary', 'omit'] as const
export type Kind = (typeof KINDS)[number]

/** One edit: `text` replaces the characters from `start` to `end`. */
export interface MutationSite {
  kind: Kind
  start: number
  end: number
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the parser's nodes, read by their type below
  [key: string]: any
}

const SWAPPED: Record<string, string> = { '&&': '||', '||': '&&', '+': '-', '-': '+', '*': '/', '/': '*' }
const MOVED: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const TWINS: Record<string, string> = { min: 'max', max: 'min', some: 'every', every: 'some' }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

/** Types do not change behaviour, so mutants skip them. */
const isSkipped = ({ type }: Node): boolean =>
  type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)

const walk = (node: Node, visit: (node: Node) => void): void => {
  if (isSkipped(node) || node.type === 'ImportDeclaration') return
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) walk(child, visit)
}

const operatorOf = (
  code: string,
  { left: leftOperand, right: rightOperand, operator }: Node,
): Pick<MutationSite, 'start' | 'end'> => {
  const start = code.indexOf(operator as string, leftOperand.end as number)
  if (start < 0 || start >= rightOperand.start) throw new Error(`no ${operator} between its operands`)
  return { start, end: start + (operator as string).length }
}

const ofNode = (code: string, node: Node): MutationSite[] => {
  const text = ({ start, end }: Node) => code.slice(start, end)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [{ kind: 'negate', start: node.test.start, end: node.test.end, text: `!(${text(node.test)})` }]
    case 'ExpressionStatement': {
      const { expression } = node
      const called = expression.type === 'AwaitExpression' ? expression.argument : expression
      return called.type === 'CallExpression' || called.type === 'AssignmentExpression'
        ? [{ kind: 'drop', start: node.start, end: node.end, text: ';' }]
        : []
    }
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const operator = node.operator as string
      const places: MutationSite[] = []
      if (operator in SWAPPED) places.push({ kind: 'swap', ...operatorOf(code, node), text: SWAPPED[operator] ?? '' })
      if (operator in MOVED) places.push({ kind: 'boundary', ...operatorOf(code, node), text: MOVED[operator] ?? '' })
      if (operator === '&&' || operator === '||')
        places.push({ kind: 'drop', start: node.left.start, end: node.right.start, text: '' })
      return places
    }
    case 'MemberExpression': {
      const twin = node.computed ? undefined : TWINS[node.property.name as string]
      return twin === undefined
        ? []
        : [{ kind: 'swap', start: node.property.start, end: node.property.end, text: twin }]
    }
    case 'Literal':
      return typeof node.value === 'number'
        ? [{ kind: 'boundary', start: node.start, end: node.end, text: String(node.value + 1) }]
        : []
    case 'ObjectExpression':
    case 'ArrayExpression': {
      const items = (node.properties ?? node.elements) as (Node | null)[]
      return items.flatMap((item, at) => {
        if (item === null || items.length < 2) return []
        const next = items[at + 1]
        const before = items[at - 1]
        return [
          next
            ? { kind: 'omit' as const, start: item.start, end: next.start, text: '' }
            : { kind: 'omit' as const, start: before?.end ?? item.start, end: item.end, text: '' },
        ]
      })
    }
    default:
      return []
  }
}

/**
 * Returns all places of a TypeScript module where a mutant can be planted, in source order. Throws on a syntax error.
 */
export const mutationSitesOf = (code: string, file: string): MutationSite[] => {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const places: MutationSite[] = []
  walk(program as unknown as Node, (node) => places.push(...ofNode(code, node)))
  return places.toSorted((a, b) => a.start - b.start || a.end - b.end || a.kind.localeCompare(b.kind))
}

/** Returns the source with the text of one place replaced. */
export const applyMutation = (code: string, { start, end, text }: MutationSite): string =>
  code.slice(0, start) + text + code.slice(end)
