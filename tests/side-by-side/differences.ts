import type { Recorded } from './replay.ts'

/** Printed of one request; the rest is a number. */
const LINES_MAX = 12

/** One line each, in the order of the requests. A call that one side does not have is one line. */
export function differencesOfAnswers(
  base: readonly Recorded[],
  other: readonly Recorded[],
): readonly string[] {
  const gone = missingCalls(base, other)
  const added = missingCalls(other, base)
  const others = new Map(other.map((one) => [one.name, one]))
  const lines = base
    .filter(({ call }) => !gone.has(call) && !added.has(call))
    .flatMap((one) => linesOf(one, others.get(one.name)!))
  return [
    ...[...gone].map(([call, count]) => `only in base: ${call} (${count} requests)`),
    ...[...added].map(([call, count]) => `only in other: ${call} (${count} requests)`),
    ...lines,
  ]
}

/** Calls with an answer on one side, and none on the other, by their number of requests. */
function missingCalls(here: readonly Recorded[], there: readonly Recorded[]): ReadonlyMap<string, number> {
  const served = new Set(here.filter(isServed).map(({ call }) => call))
  for (const one of there) if (isServed(one)) served.delete(one.call)
  const counts = [...served].map((call) => [call, here.filter((one) => one.call === call).length] as const)
  return new Map(counts)
}

const isServed = ({ status }: Recorded): boolean => status !== 404 && status !== 405

function linesOf(base: Recorded, other: Recorded): readonly string[] {
  // Nothing else is the same then.
  if (base.status !== other.status) return [`${base.name}: status: ${base.status} → ${other.status}`]
  const parts = [
    ...differencesOf(base.headers, other.headers, 'header'),
    ...differencesOf(base.body, other.body, 'body'),
  ]
  const lines =
    parts.length > LINES_MAX
      ? [...parts.slice(0, LINES_MAX - 1), `${parts.length - LINES_MAX + 1} more`]
      : parts
  return lines.map((part) => `${base.name}: ${part}`)
}

/** Differences of two values, one line each, with the path to it. Arrays of other lengths are compared as sets. */
function differencesOf(base: unknown, other: unknown, path = ''): readonly string[] {
  if (Array.isArray(base) && Array.isArray(other)) return ofArrays(base, other, path)
  if (!isObject(base) || !isObject(other)) return ofTexts(textOf(base), textOf(other), path)
  const keys = [...new Set([...Object.keys(base), ...Object.keys(other)])]
  return keys.flatMap((key) => differencesOf(base[key], other[key], path === '' ? key : `${path}.${key}`))
}

const SHOWN_MAX = 120
const BEFORE = 20

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** Long ones from a little before their first difference. */
function ofTexts(base: string, other: string, path: string): readonly string[] {
  if (base === other) return []
  let same = 0
  while (base[same] === other[same]) same += 1
  const from = base.length > SHOWN_MAX || other.length > SHOWN_MAX ? Math.max(0, same - BEFORE) : 0
  const [one, two] = [base, other].map((text) => shown(text, from))
  return [`${path}: ${one} → ${two}`]
}

const shown = (text: string, from = 0): string =>
  `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN_MAX)}${text.length > from + SHOWN_MAX ? '…' : ''}`

function ofArrays(base: readonly unknown[], other: readonly unknown[], path: string): readonly string[] {
  if (base.length === other.length)
    return base.flatMap((one, at) => differencesOf(one, other[at], `${path}[${at}]`))
  return [
    `${path}[]: ${base.length} → ${other.length}`,
    ...missingIn(other, base).map((one) => `${path}[]: ${shown(textOf(one))} → nothing`),
    ...missingIn(base, other).map((one) => `${path}[]: nothing → ${shown(textOf(one))}`),
  ]
}

function missingIn(those: readonly unknown[], these: readonly unknown[]): readonly unknown[] {
  const counts = new Map<string, number>()
  for (const one of those) counts.set(JSON.stringify(one), (counts.get(JSON.stringify(one)) ?? 0) + 1)
  return these.filter((one) => {
    const count = counts.get(JSON.stringify(one)) ?? 0
    counts.set(JSON.stringify(one), count - 1)
    return count <= 0
  })
}

/** @param allowed lines as they are printed; `*` stands for any text, and `#` begins a comment */
export const isAllowed = (line: string, allowed: readonly string[]): boolean =>
  allowed.some((one) => one.trim() !== '' && !one.startsWith('#') && patternOf(one.trim()).test(line))

const patternOf = (text: string): RegExp => new RegExp(`^${text.split('*').map(escaped).join('.*')}$`)

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
