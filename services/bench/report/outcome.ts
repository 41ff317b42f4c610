import type { Aim, BenchPart } from '../part.ts'
import type { Round } from './rounds.ts'
import { spreadOf, type Spread } from './statistics.ts'

export interface AimOutcome {
  readonly aim: Aim
  readonly figure: Spread
  /** Undefined when the aim has no bound. */
  readonly reached: boolean | undefined
}

type Measurable = Pick<BenchPart, 'metrics' | 'variants' | 'aims'>

/** @throws Error when the variant has no such figure */
function figureOf({ figures }: Round, variant: string, metric: string): number {
  const figure = figures[variant]?.[metric]
  if (figure === undefined || !Number.isFinite(figure))
    throw new Error(`${variant} has no figure "${metric}"`)
  return figure
}

export function figuresOf(rounds: readonly Round[], variant: string, metric: string): Spread | undefined {
  if (rounds.every(({ figures }) => figures[variant]?.[metric] === undefined)) return undefined
  return spreadOf(rounds.map((round) => figureOf(round, variant, metric)))
}

/** A ratio compares two figures of one round, so that a slow minute affects both. */
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
