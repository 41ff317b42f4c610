import type { RoundLoad } from '../product/machine-load.ts'
import { tableOf } from './markdown.ts'
import { figuresOf, outcomesOf, type AimOutcome } from './outcome.ts'
import type { InformationTable, Metric, BenchPart } from '../part.ts'
import type { Measured } from './rounds.ts'
import { numberText, type Spread } from './statistics.ts'

/** The runs write the sections below it. */
export const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`, which measures all parts; \`npm run bench -- <part>\` measures one and replaces its section
only. Absolute figures depend on the machine and on its neighbours; the ratios, each of two figures of one round, are
what is judged. In a round every variant is measured once, each round beginning with the next one. All figures are
medians over the rounds, with the lowest and the highest in parentheses. A round during which others used more than
15 % of the cores is measured again, twice at most. Everything runs on one machine: the load generator, the servers and
PostgreSQL share its cores, with \`fsync\` and \`synchronous_commit\` on, which is checked before anything is measured.
Events are acknowledged only when they are on disk. The transactions of read models do not wait for the disk, in the
product as here: what a crash takes from them is made again out of the log.`

export interface Circumstances {
  /** RFC 3339, UTC. */
  readonly at: string
  readonly machine: string
  readonly versions: readonly string[]
}

type Reported = Pick<BenchPart, 'name' | 'title' | 'how' | 'metrics' | 'variants' | 'aims'>

const RATIO_DIGITS = 2

/** `12,345 (11,000–13,000)`. */
export const spreadText = ({ median, min, max }: Spread, digits: number): string =>
  `${numberText(median, digits)} (${numberText(min, digits)}–${numberText(max, digits)})`

const digitsOf = (metrics: readonly Metric[], { aim }: AimOutcome): number =>
  aim.by === undefined ? (metrics.find(({ name }) => name === aim.metric)?.digits ?? 0) : RATIO_DIGITS

const aimText = ({ aim: { atLeast, atMost } }: AimOutcome): string =>
  atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : '–'

function verdictText({ reached, figure }: AimOutcome, digits: number): string {
  if (reached === undefined) return 'for information'
  return reached ? 'reached' : `not reached: ${numberText(figure.median, digits)}`
}

export function aimCells(metrics: readonly Metric[], outcome: AimOutcome): readonly [string, ...string[]] {
  const digits = digitsOf(metrics, outcome)
  const cells = [spreadText(outcome.figure, digits), aimText(outcome), verdictText(outcome, digits)]
  return [outcome.aim.title, ...cells]
}

function figuresTable({ metrics, variants }: Reported, { rounds }: Measured): readonly string[] {
  const rows = variants.map(({ name, title }) => [
    title,
    ...metrics.map((metric) => {
      const spread = figuresOf(rounds, name, metric.name)
      return spread === undefined ? '–' : spreadText(spread, metric.digits)
    }),
  ])
  return tableOf(['', ...metrics.map(({ title }) => title)], rows)
}

const loadText = ({ average, othersCores }: RoundLoad): string =>
  othersCores === undefined
    ? numberText(average, 1)
    : `${numberText(average, 1)} / ${numberText(othersCores, 2)}`

function loadLine({ rounds, discarded }: Measured): string {
  const loads = rounds.map(({ load }) => loadText(load)).join(', ')
  const repeats = discarded.length === 0 ? 'none' : discarded.map(loadText).join(', ')
  return `Load average at the end of each of the ${rounds.length} rounds / cores that others used during it: ${loads}. Rounds measured again because others used the machine: ${repeats}.`
}

const circumstancesLine = ({ at, machine, versions }: Circumstances): string =>
  `Measured ${at} on ${machine}, with ${versions.join(', ')}. Again: `

export function sectionOf(
  part: Reported,
  measured: Measured,
  circumstances: Circumstances,
  information: readonly InformationTable[] = [],
): string {
  const outcomes = outcomesOf(part, measured.rounds)
  const aims = outcomes.map((outcome) => aimCells(part.metrics, outcome))
  return [
    `## ${part.title}`,
    part.how,
    tableOf(['Judged', 'ratio or figure', 'aim', 'outcome'], aims).join('\n'),
    figuresTable(part, measured).join('\n'),
    ...information.map(({ head, rows }) => tableOf(head, rows).join('\n')),
    loadLine(measured),
    `${circumstancesLine(circumstances)}\`npm run bench -- ${part.name}\`.`,
  ].join('\n\n')
}

export function failedSectionOf(part: Reported, reason: string, circumstances: Circumstances): string {
  return [
    `## ${part.title}`,
    part.how,
    `**Failed**, nothing was measured: \`${reason.replaceAll(/[`\s]+/g, ' ').trim()}\``,
    `${circumstancesLine(circumstances)}\`npm run bench -- ${part.name}\`.`,
  ].join('\n\n')
}
