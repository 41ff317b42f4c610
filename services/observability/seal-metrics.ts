import type { Registry } from 'prom-client'
import { measure } from './metrics.ts'

export interface MeasuredSeals {
  readonly unsealedSeconds: number
  readonly sealedEvents: number
}

/**
 * Read when the figures are read. A log that does not answer leaves the last ones. prom-client collects each gauge for
 * itself: one that another sets would be a scrape late.
 */
export function measureSeals(
  registry: Registry,
  read: () => Promise<MeasuredSeals>,
  isRefused: () => boolean,
): void {
  let reading: Promise<MeasuredSeals | undefined> | undefined
  const figures = () =>
    (reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined)))
  const gauge = (name: string, help: string, valueOf: (seals: MeasuredSeals) => number): void =>
    measure(registry, { name, help }, async () => {
      const seals = await figures()
      return seals && valueOf(seals)
    })
  gauge('log_sealed_events', 'Events under the newest seal', ({ sealedEvents }) => sealedEvents)
  gauge(
    'log_unsealed_seconds',
    'Age of the oldest event without a seal; 0 when there is none',
    ({ unsealedSeconds }) => unsealedSeconds,
  )
  const help = '1 while nothing is signed, because the log does not continue what was signed last'
  measure(registry, { name: 'log_seal_refused', help }, () => Number(isRefused()))
}
