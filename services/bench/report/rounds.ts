import type { RoundLoad } from '../product/machine-load.ts'
import type { Figures } from '../part.ts'

export interface Round {
  readonly figures: Readonly<Record<string, Figures>>
  readonly load: RoundLoad
}

export interface Measured {
  readonly rounds: readonly Round[]
  readonly discarded: readonly RoundLoad[]
}

export interface RoundsPlan {
  readonly variants: readonly string[]
  readonly rounds: number
  /** In all rounds together; after that a round counts even on a loaded machine. */
  readonly repeatsMax: number
  readonly measure: (variant: string) => Promise<Figures>
  readonly untilQuiet?: () => Promise<void>
  /** Starts to watch the machine; the answer ends that. */
  readonly watchLoad: () => () => RoundLoad
  readonly isTooLoaded: (load: RoundLoad) => boolean
  readonly onMeasured?: (round: number, variant: string, figures: Figures) => void
  readonly onRepeat?: (round: number, load: RoundLoad) => void
}

/** Every round starts with the next variant, so that none is always first. */
export const roundOrderOf = (variants: readonly string[], round: number): readonly string[] =>
  variants.map((_variant, place) => variants[(place + round) % variants.length]!)

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

async function measured({ measure }: RoundsPlan, variant: string): Promise<Figures> {
  try {
    return await measure(variant)
  } catch (cause) {
    throw new Error(`${variant}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
