import type pg from 'pg'
import type { ProjectionState } from './progress/progress.ts'
import type { Versioned } from './progress/progress-rows.ts'

/** A runner's report of itself. */
export interface RunnerReport {
  readonly state: ProjectionState
  readonly behindSince: Date | undefined
  readonly error: string | null
}

interface Reporting extends Pick<RunnerReport, 'state'> {
  readonly failure: { readonly text: string } | undefined
  readonly deps: { readonly now: () => Date }
  readonly behindSinceMs: number | undefined
  readonly grownSinceMs: number | undefined
}

/** A lag of less than this is not reported: it is over before anybody reads of it. */
const LAG_MS_MIN = 1_000

export function runnerReportOf({
  deps,
  state,
  failure,
  behindSinceMs,
  grownSinceMs,
}: Reporting): RunnerReport {
  const sinceMs = behindSinceMs ?? grownSinceMs
  const isBehind = sinceMs !== undefined && deps.now().getTime() - sinceMs >= LAG_MS_MIN
  return { state, error: failure?.text ?? null, behindSince: isBehind ? new Date(sinceMs) : undefined }
}

const textOf = ({ state, behindSince, error }: RunnerReport): string =>
  JSON.stringify([state, behindSince ?? null, error])

const REPORT = `
insert into projection.runners (projection, version, state, behind_since, error) values ($1, $2, $3, $4, $5)
on conflict (projection, version) do update
  set state = excluded.state, behind_since = excluded.behind_since, error = excluded.error`

/** Stores a runner's report if it has changed; one at a time. */
export function createReporter(
  db: Pick<pg.Pool, 'query'>,
  { name, version }: Versioned,
  report: () => RunnerReport,
): () => Promise<void> {
  let written: string | undefined
  let running: Promise<void> | undefined

  async function write(): Promise<void> {
    for (let now = report(); textOf(now) !== written; now = report()) {
      const { state, behindSince, error } = now
      await db.query(REPORT, [name, version, state, behindSince ?? null, error])
      written = textOf(now)
    }
  }

  return () =>
    (running ??= write().finally(() => {
      running = undefined
    }))
}
