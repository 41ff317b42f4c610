import { Gauge, type Registry } from 'prom-client'

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
  const gauge = (name: string, help: string, valueOf: (seals: MeasuredSeals) => number): void => {
    const measured: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => {
        const seals = await figures()
        if (seals !== undefined) measured.set(valueOf(seals))
      },
    })
  }
  gauge('log_sealed_events', 'Events under the newest seal', ({ sealedEvents }) => sealedEvents)
  gauge(
    'log_unsealed_seconds',
    'Age of the oldest event without a seal; 0 when there is none',
    ({ unsealedSeconds }) => unsealedSeconds,
  )
  const refused: Gauge = new Gauge({
    name: 'log_seal_refused',
    help: '1 while nothing is signed, because the log does not continue what was signed last',
    registers: [registry],
    collect: () => refused.set(Number(isRefused())),
  })
}
