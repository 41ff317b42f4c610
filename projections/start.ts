import type { Position } from '@app/contracts/event-store.ts'
import { startRunner, type Runner, type RunnerDeps, type RunnerStatus } from './runner.ts'
import type { Projection } from './projection.ts'

/** The read side of one process. */
export interface RunningProjections {
  status(): readonly RunnerStatus[]
  /** Whether all read models, or those named, hold everything up to a position, within the time given. */
  passed(position: Position, timeoutMs: number, names?: readonly string[]): Promise<boolean>
  /** Finishes the batches under way. */
  stop(): Promise<void>
}

export function startProjections(deps: RunnerDeps, projections: readonly Projection[]): RunningProjections {
  const runners: readonly Runner[] = projections.map((projection) => startRunner(deps, projection))
  return {
    status: () => runners.map((runner) => runner.status()),
    passed: async (position, timeoutMs, names) => {
      const asked = runners.filter((_runner, at) => names?.includes(projections[at]!.name) ?? true)
      const outcomes = await Promise.all(asked.map((runner) => runner.passed(position, timeoutMs)))
      return outcomes.every(Boolean)
    },
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}
