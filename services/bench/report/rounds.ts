import type { RoundLoad } from '../product/machine-load.ts'
import type { Figures } from '../part.ts'

/** Each variant measured once, and what else the machine did meanwhile. */
export interface Round {
  readonly figures: Readonly<Record<string, Figures>>
  readonly load: RoundLoad
}

export interface Measured {
  readonly rounds: readonly Round[]
  /** Rounds that were measured again because others used the machine. */
  readonly discarded: readonly RoundLoad[]
}

export interface RoundsPlan {
  readonly variants: readonly string[]
  readonly rounds: number
  /** How many rounds may be measured again, in all; after that a round counts however loaded the machine is. */
  readonly repeatsMax: number
  readonly measure: (variant: string) => Promise<Figures>
  /** Waits, not for long, until others leave the machine alone. */
  readonly untilQuiet?: () => Promise<void>
  /** Begins to watch the machine; its answer ends that. */
  readonly watchLoad: () => () => RoundLoad
  readonly isTooLoaded: (load: RoundLoad) => boolean
  readonly onMeasured?: (round: number, variant: string, figures: Figures) => void
  readonly onRepeat?: (round: number, load: RoundLoad) => void
}

/** The variants in the order of a round: every round begins with the next one, so that none is always first. */
export const roundOrderOf = (variants: readonly string[], round: number): readonly string[] =>
  variants.map((_variant, place) => variants[(place + round) % variants.length]!)

/** Measures round after round. */
export async function runRounds(plan: RoundsPlan): Promise<Measured> {
  const rounds: Round[] = []
  const discarded: RoundLoad[] = []
  while (rounds.length < plan.rounds) {
    const place = rounds.length + discarded.length
    await plan.untilQuiet?.()
    const loadSince = plan.watchLoad()
    const figures: Record<string, Figures> = {}
    for (const variant of roundOrderOf(plan.variants, place)) {
      figures[variant] = await measured(plan, variant)
      plan.onMeasured?.(rounds.length + 1, variant, figures[variant])
    }
    const load = loadSince()
    if (plan.isTooLoaded(load) && discarded.length < plan.repeatsMax) {
      plan.onRepeat?.(rounds.length + 1, load)
      discarded.push(load)
    } else rounds.push({ figures, load })
  }
  return { rounds, discarded }
}

/** @throws Error that names the variant which could not be measured */
async function measured({ measure }: RoundsPlan, variant: string): Promise<Figures> {
  try {
    return await measure(variant)
  } catch (cause) {
    throw new Error(`${variant}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
