import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recorded } from './replay.ts'

const SHOWN_MAX = 240
const BYTES_MAX = 2 ** 28
const SIDES = ['base', 'other']

/** One line each, in the order of the requests, by `git diff`. A call that one side does not have is one line. */
export function differencesOfAnswers(
  base: readonly Recorded[],
  other: readonly Recorded[],
  out: string,
): readonly string[] {
  const apart = [missingCalls(base, other), missingCalls(other, base)]
  const isOnBoth = ({ call }: Recorded): boolean => apart.every((calls) => !calls.has(call))
  const files = [base, other].map((side, at) => {
    const file = join(out, `${SIDES[at]}.txt`)
    writeFileSync(file, side.filter(isOnBoth).map(textOf).join(''))
    return file
  })
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--unified=0', ...files], {
    encoding: 'utf8',
    maxBuffer: BYTES_MAX,
  })
  const [, ...hunks] = stdout.split(/^@@ .*? @@ ?/m)
  return [
    ...apart.flatMap((calls, at) => [...calls].map((call) => `only in ${SIDES[at]}: ${call}`)),
    ...hunks.map((hunk) => hunk.trimEnd().replace('\n', ': ').replaceAll(/\n\s*/g, ' ').slice(0, SHOWN_MAX)),
  ]
}

/** The name begins a line, so that git names it before each difference below. */
const textOf = ({ name, status, headers, body }: Recorded): string =>
  `${name}\n${JSON.stringify(sorted({ status, headers, body }), null, 1).replaceAll(/^/gm, ' ')}\n`

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const)
  return Object.fromEntries(entries.toSorted(([one], [two]) => (one < two ? -1 : 1)))
}

/** Calls with an answer on one side, and none on the other. */
function missingCalls(here: readonly Recorded[], there: readonly Recorded[]): ReadonlySet<string> {
  const served = new Set(here.filter(isServed).map(({ call }) => call))
  for (const one of there) if (isServed(one)) served.delete(one.call)
  return served
}

const isServed = ({ status }: Recorded): boolean => status !== 404 && status !== 405

/** @param allowed lines as they are printed; `*` stands for any text, and `#` begins a comment */
export const isAllowed = (line: string, allowed: readonly string[]): boolean =>
  allowed.some((one) => one.trim() !== '' && !one.startsWith('#') && patternOf(one.trim()).test(line))

const patternOf = (text: string): RegExp => new RegExp(`^${text.split('*').map(escaped).join('.*')}$`)

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
