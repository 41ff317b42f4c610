import type { Readiness } from '@app/api/health-routes.ts'
import type { Metrics } from '@app/outside/metrics.ts'
import type { RunningProjections } from '@app/projections/start.ts'

/** How far each read model is, to be shown and measured. */
export function readinessOf(projections: RunningProjections, head: bigint, metrics: Metrics): Readiness {
  const status = projections.status()
  // In seconds, and not in events: positions are opaque, and no difference of two tells how many lie between them.
  for (const { projection, lagSeconds } of status) metrics.lagSeconds.set({ projection }, lagSeconds)
  return {
    ready: status.every(({ state }) => state === 'live' || state === 'catching-up'),
    parts: {
      projections: status.map(({ position, ...rest }) => ({ ...rest, position: String(position) })),
      head: String(head),
    },
  }
}
