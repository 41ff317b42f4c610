import type { ConnectionOptions } from '@app/postgres/pool.ts'

export type RoleLimits = Required<Omit<ConnectionOptions, 'role'>> & { readonly max: number }

export interface BackendRoles {
  readonly app: RoleLimits
  readonly projector: RoleLimits
  /** Only used when the log is in PostgreSQL. */
  readonly log: Omit<RoleLimits, 'max'>
}

export interface ServingRoles extends BackendRoles {
  readonly reader: RoleLimits
}

/** A caller must learn within 3 s that there is no answer. */
const ANSWER_MS_MAX = 1_500

export const SERVING: ServingRoles = {
  app: { applicationName: 'api', max: 4, statementTimeoutMs: ANSWER_MS_MAX },
  // One of them listens to what is wanted of projections.
  projector: { applicationName: 'projector', max: 7, statementTimeoutMs: 60_000 },
  // One of them listens to the progress of projections.
  reader: { applicationName: 'reader', max: 7, statementTimeoutMs: ANSWER_MS_MAX },
  log: { applicationName: 'event-log', statementTimeoutMs: 10_000 },
}
