import type { BenchPart } from './part.ts'

export interface BenchArguments {
  readonly parts: readonly BenchPart[]
  readonly rounds: number
}

const ROUNDS = 5
const ROUNDS_MAX = 50
const EVENTS_MAX = 100_000_000

type Flags = ReadonlyMap<string, string>

/** Undefined when a flag is unknown or given twice. */
function flagsOf(args: readonly string[]): Flags | undefined {
  const flags = new Map<string, string>()
  for (const arg of args) {
    const [, name, value] = /^--(rounds|events)=([\d,]+)$/.exec(arg) ?? []
    if (name === undefined || value === undefined || flags.has(name)) return undefined
    flags.set(name, value)
  }
  return flags
}

/** Undefined when no size is given, an empty list when one is not valid. */
function sizesOf(flags: Flags): readonly number[] | undefined {
  const sizes = flags.get('events')?.split(',').map(Number)
  const areSizes = sizes?.every((size) => size >= 1 && size <= EVENTS_MAX) ?? true
  return areSizes ? sizes : []
}

export function readBenchArguments(
  args: readonly string[],
  all: readonly BenchPart[],
): BenchArguments | undefined {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const flags = flagsOf(args.filter((arg) => arg.startsWith('--')))
  if (flags === undefined || !names.every((name) => all.some((part) => part.name === name))) return undefined
  const rounds = Number(flags.get('rounds') ?? ROUNDS)
  const sizes = sizesOf(flags)
  if (!(rounds >= 1 && rounds <= ROUNDS_MAX) || sizes?.length === 0) return undefined
  const parts = all.filter(({ name, isOnRequest = false }) =>
    names.length === 0 ? !isOnRequest : names.includes(name),
  )
  if (sizes === undefined) return { parts, rounds }
  // Otherwise the report would name sizes that were not measured.
  if (parts.some(({ sized }) => sized === undefined)) return undefined
  return { parts: parts.map((part) => part.sized?.(sizes) ?? part), rounds }
}

export const usageOf = (all: readonly BenchPart[]): string =>
  [
    'npm run bench                          measures everything',
    'npm run bench -- <part> …              only these, the rest of the report stays',
    `npm run bench -- <part> --rounds=<n>   in n rounds instead of ${ROUNDS}`,
    `npm run bench -- <part> --events=<n>   over logs of n events, or of several sizes: n,m (${all
      .filter(({ sized }) => sized !== undefined)
      .map(({ name }) => name)
      .join(', ')})`,
    'BENCH_BEFORE=<folder>                  sources and build that `paired` compares with, which is measured only when named',
    'BENCH_DATA_DIR=<folder>                where data folders are kept that take long to make (.data-bench)',
    '',
    ...all.map(({ name, title }) => `  ${name.padEnd(20)} ${title}`),
  ].join('\n')
