import type { Aim, BenchPart } from '../part.ts'
import type { Round } from './rounds.ts'
import { spreadOf, type Spread } from './statistics.ts'

export interface AimOutcome {
  readonly aim: Aim
  /** The figure of every round, or of every round the ratio of its two figures. */
  readonly figure: Spread
  /** Undefined where there is nothing to reach. */
  readonly reached: boolean | undefined
}

type Measurable = Pick<BenchPart, 'metrics' | 'variants' | 'aims'>

/** @throws Error when a variant has no such figure: a part that names what it does not measure is wrong */
function figureOf({ figures }: Round, variant: string, metric: string): number {
  const figure = figures[variant]?.[metric]
  if (figure === undefined || !Number.isFinite(figure))
    throw new Error(`${variant} has no figure "${metric}"`)
  return figure
}

/** A variant's figures of one metric over all rounds; undefined where it has none. */
export function figuresOf(rounds: readonly Round[], variant: string, metric: string): Spread | undefined {
  if (rounds.every(({ figures }) => figures[variant]?.[metric] === undefined)) return undefined
  return spreadOf(rounds.map((round) => figureOf(round, variant, metric)))
}

/** What became of each aim. Ratios are of two figures of one round, so that a slow minute slows both. */
export function outcomesOf(part: Measurable, rounds: readonly Round[]): readonly AimOutcome[] {
  return part.aims.map((aim) => {
    const figure = spreadOf(
      rounds.map((round) => {
        const divisor = aim.by === undefined ? 1 : figureOf(round, aim.by, aim.metric)
        return figureOf(round, aim.of, aim.metric) / divisor
      }),
    )
    return { aim, figure, reached: isReached(aim, figure.median) }
  })
}

function isReached({ atLeast, atMost }: Aim, value: number): boolean | undefined {
  if (atLeast === undefined && atMost === undefined) return undefined
  return value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY)
}
