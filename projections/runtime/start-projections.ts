import { keepListening } from '@app/event-store/postgres/listening-connection.ts'
import { announceRunners } from './progress/progress-rows.ts'
import type { Projection } from './projection.ts'
import { startRunner, type Runner, type RunnerDeps } from './runner.ts'

/** The runners of one process. `openProgress` shows their positions, in any process. */
export interface RunningProjections {
  /** Finishes the present batches. */
  stop(): Promise<void>
}

/** A connection that fell silent is noticed after this. */
const LOOK_MS = 5_000

/** Updates read models until it is stopped; occupies one connection of the pool beside those of the runners. */
export function startProjections(deps: RunnerDeps, projections: readonly Projection[]): RunningProjections {
  const runners: ReadonlyMap<string, Runner> = new Map(
    projections.map((one) => [one.name, startRunner(deps, one)]),
  )
  const all = [...runners.values()]
  const connection = keepListening({
    db: deps.db,
    channel: 'projection_wanted',
    onNotification: (name) => runners.get(name)?.writeProgress(),
    begin: async (client) => {
      // First: an earlier process's report must not count as one of these.
      await Promise.all(all.map((runner) => runner.report()))
      await announceRunners(client, projections)
    },
    look: async (client) => void (await client.query('select')),
    lookMs: LOOK_MS,
  })
  return {
    stop: async () => {
      await Promise.all(all.map((runner) => runner.stop()))
      await connection.stop()
    },
  }
}
