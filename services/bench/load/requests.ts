import type { Figures, Metric } from '../part.ts'
import type { Child } from '../product/child.ts'
import { latenciesOf } from '../report/statistics.ts'

export interface Until {
  readonly timesMax: number
  readonly ms: number
}

export const REQUEST_METRICS: readonly Metric[] = [
  { name: 'p50', title: 'p50, ms', digits: 2 },
  { name: 'p99', title: 'p99, ms', digits: 1 },
  { name: 'cpu', title: 'Node CPU, µs/request', digits: 0 },
]

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const sinceMs = performance.now()
  await work()
  return performance.now() - sinceMs
}

/** Repeats what answers milliseconds until either limit, but at least once. */
export async function timesOf(once: () => Promise<number>, until: Until): Promise<readonly number[]> {
  const times: number[] = []
  const startedMs = performance.now()
  do times.push(await once())
  while (times.length < until.timesMax && performance.now() - startedMs < until.ms)
  return times
}

/** One request at a time, after a warm-up. @param once makes one and answers its milliseconds */
export async function measureRequests(
  { cpuMicros }: Pick<Child, 'cpuMicros'>,
  once: () => Promise<number>,
  { warmUp, measured }: { readonly warmUp: Until; readonly measured: Until },
): Promise<Figures> {
  await timesOf(once, warmUp)
  const before = await cpuMicros()
  const times = await timesOf(once, measured)
  return { ...latenciesOf(times), cpu: ((await cpuMicros()) - before) / times.length }
}
