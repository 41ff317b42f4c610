import { Gauge, type Registry } from 'prom-client'

export interface MeasuredSeals {
  readonly unsealedSeconds: number
  readonly sealedEvents: number
}

/** Read when the figures are read. A log that does not answer leaves the last ones. */
export function measureSeals(
  registry: Registry,
  read: () => Promise<MeasuredSeals>,
  isRefused: () => boolean,
): void {
  const registers = [registry]
  const sealed = new Gauge({ name: 'log_sealed_events', help: 'Events under the newest seal', registers })
  const refused: Gauge = new Gauge({
    name: 'log_seal_refused',
    help: '1 while nothing is signed, because the log does not continue what was signed last',
    registers,
    collect: () => refused.set(Number(isRefused())),
  })
  const age: Gauge = new Gauge({
    name: 'log_unsealed_seconds',
    help: 'Age of the oldest event without a seal; 0 when there is none',
    registers,
    collect: async () => {
      const figures = await read().catch(() => undefined)
      if (figures === undefined) return
      age.set(figures.unsealedSeconds)
      sealed.set(figures.sealedEvents)
    },
  })
}
