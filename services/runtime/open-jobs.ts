import { startJobs, type Jobs } from '@app/kernel/jobs.ts'
import type { ProductDeps } from './product-deps.ts'

const STOP_MS_MAX = 2_000

/** Whatever waits for its time is done by one process at a time. */
export function openJobs({ backend, log, onStop }: ProductDeps): Jobs {
  const { jobs: db, now, monotonicMs } = backend
  const onTrouble = (job: string, error: unknown): void =>
    log.warn({ job, err: error }, 'a job failed; it is tried again')
  const jobs = startJobs({ db, now, monotonicMs, onTrouble })
  onStop(() => jobs.stop(STOP_MS_MAX))
  return jobs
}
