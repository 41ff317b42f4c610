import type { ConnectionOptions } from '@app/postgres/pool.ts'

/** What a program gives one role of the database. */
export type RoleLimits = Required<Omit<ConnectionOptions, 'role'>> & { readonly max: number }

/** The connections that a program opens, by what they are for. */
export interface BackendRoles {
  readonly app: RoleLimits
  readonly projector: RoleLimits
  /** The log's own connection, where it lies in PostgreSQL. */
  readonly log: Omit<RoleLimits, 'max'>
}

export interface ServingRoles extends BackendRoles {
  readonly reader: RoleLimits
}

/** A caller who waits for an answer learns within 3 s that there is none. */
const ANSWER_MS_MAX = 1_500

/** Of a process that answers calls and keeps the read models up to date. */
export const SERVING: ServingRoles = {
  app: { applicationName: 'api', max: 4, statementTimeoutMs: ANSWER_MS_MAX },
  // One of them listens to what is wanted of projections.
  projector: { applicationName: 'projector', max: 7, statementTimeoutMs: 60_000 },
  // One of them listens to the progress of projections.
  reader: { applicationName: 'reader', max: 7, statementTimeoutMs: ANSWER_MS_MAX },
  log: { applicationName: 'event-log', statementTimeoutMs: 10_000 },
}
