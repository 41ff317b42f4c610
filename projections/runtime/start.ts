import type { Position } from '@app/contracts/event-store.ts'
import { startRunner, type Runner, type RunnerDeps, type RunnerStatus } from './runner.ts'
import type { Projection } from './projection.ts'

/** The read side of one process. */
export interface RunningProjections {
  status(): readonly RunnerStatus[]
  /** Whether some read models, or all of them, hold everything up to a position, within the time given. */
  passed(position: Position, timeoutMs: number, names?: readonly string[]): Promise<boolean>
  /** Finishes the batches under way. */
  stop(): Promise<void>
}

export function startProjections(deps: RunnerDeps, projections: readonly Projection[]): RunningProjections {
  const byName = new Map(projections.map((one) => [one.name, startRunner(deps, one)]))
  const runners: readonly Runner[] = [...byName.values()]
  return {
    status: () => runners.map((runner) => runner.status()),
    passed: async (position, timeoutMs, names = [...byName.keys()]) => {
      const asked = names.map(
        (name) => byName.get(name)?.passed(position, timeoutMs) ?? Promise.resolve(false),
      )
      const outcomes = await Promise.all(asked)
      return outcomes.every(Boolean)
    },
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}
