import type { Position } from '@app/contracts/event-store.ts'
import { startRunner, type Runner, type RunnerDeps, type RunnerStatus } from './runner.ts'
import type { Projection } from './projection.ts'

/** The read side of one process. */
export interface RunningProjections {
  status(): readonly RunnerStatus[]
  /** Whether all read models hold everything up to a position, within the time given. */
  passed(position: Position, timeoutMs: number): Promise<boolean>
  /** Finishes the batches under way. */
  stop(): Promise<void>
}

export function startProjections(deps: RunnerDeps, projections: readonly Projection[]): RunningProjections {
  const runners: readonly Runner[] = projections.map((projection) => startRunner(deps, projection))
  return {
    status: () => runners.map((runner) => runner.status()),
    passed: async (position, timeoutMs) => {
      const outcomes = await Promise.all(runners.map((runner) => runner.passed(position, timeoutMs)))
      return outcomes.every(Boolean)
    },
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}
