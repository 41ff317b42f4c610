import { parseAst, type Plugin } from 'vite'

/** Fields of a call that screens read. The rest is for the server and for the API's document. */
export const READ_OF_CALLS: readonly string[] = ['path', 'answer']

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Range {
  readonly start: number
  readonly end: number
}
type Fields = Node & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const partsOf = (node: Fields): readonly Fields[] => Object.values(node).flat().filter(isNode)

const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === 'Identifier' && node.name === name

/** @param code JavaScript, without types */
export function contractForClient(code: string): string {
  let kept = ''
  let at = 0
  for (const { start, end } of unreadIn(parseAst(code) as unknown as Fields)) {
    kept += code.slice(at, start)
    at = end
  }
  return kept + code.slice(at)
}

/** In their order in the file, none within another. */
function unreadIn(node: Fields): readonly Range[] {
  const own = node.type === 'CallExpression' ? unreadOf(node) : []
  const within = partsOf(node).flatMap(unreadIn)
  const apart = within.filter(({ start }) => !own.some((range) => range.start <= start && start < range.end))
  return [...own, ...apart].toSorted((one, other) => one.start - other.start)
}

function unreadOf({ callee, arguments: given, end }: Fields): readonly Range[] {
  const [first] = given as readonly Fields[]
  if (!isNode(callee) || first === undefined) return []
  // `.meta(…)` of a schema says what the API's document has about it.
  if (callee.type === 'MemberExpression' && isNamed(callee.property, 'meta'))
    return [{ start: (callee.object as Node).end, end }]
  if (!isNamed(callee, 'call') || first.type !== 'ObjectExpression') return []
  const properties = first.properties as readonly Fields[]
  return properties.flatMap((property, index) => {
    const isRead = property.type !== 'Property' || READ_OF_CALLS.some((name) => isNamed(property.key, name))
    return isRead ? [] : [{ start: property.start, end: properties[index + 1]?.start ?? first.end - 1 }]
  })
}

/** Follows the plugin that takes the types away. Each screen would load some KB of it. */
export const contractsForClient: Plugin = {
  name: 'contracts-for-client',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]contracts[\\/].*\.ts$/ },
    handler: (code) => ({ code: contractForClient(code), map: null }),
  },
}
