import type { Part } from './part.ts'

export interface Wishes {
  readonly parts: readonly Part[]
  readonly rounds: number
}

const ROUNDS = 5
const ROUNDS_MAX = 50

/** What the command line asks for; undefined when it cannot be understood. */
export function readWishes(args: readonly string[], all: readonly Part[]): Wishes | undefined {
  const [flags, names] = [
    args.filter((arg) => arg.startsWith('--')),
    args.filter((arg) => !arg.startsWith('--')),
  ]
  const rounds = flags.length === 0 ? ROUNDS : Number(/^--rounds=(\d+)$/.exec(flags[0]!)?.[1])
  const areKnown = names.every((name) => all.some((part) => part.name === name))
  if (flags.length > 1 || !areKnown || !(rounds >= 1 && rounds <= ROUNDS_MAX)) return undefined
  return { parts: names.length === 0 ? all : all.filter(({ name }) => names.includes(name)), rounds }
}

export const usageOf = (all: readonly Part[]): string =>
  [
    'npm run bench                          measures everything',
    'npm run bench -- <part> …              only these, the rest of the report stays',
    `npm run bench -- <part> --rounds=<n>   in n rounds instead of ${ROUNDS}`,
    '',
    ...all.map(({ name, title }) => `  ${name.padEnd(20)} ${title}`),
  ].join('\n')
