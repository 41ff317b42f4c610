import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { ConnectionOptions } from '../../platform/postgres/pool.ts'

export type RoleLimits = Required<Omit<ConnectionOptions, 'role'>> & { readonly max: number }

export interface BackendRoles {
  readonly app: RoleLimits
  readonly projector: RoleLimits
  /** Used only when the log is in PostgreSQL. */
  readonly log: Omit<RoleLimits, 'max'>
}

export interface ServingRoles extends BackendRoles {
  readonly reader: RoleLimits
  readonly heavy: RoleLimits
  readonly jobs: RoleLimits
}

/** A caller must get an error within 3 s if the database does not answer. */
const ANSWER_MS_MAX = 1_500

export const SERVING: ServingRoles = {
  app: { applicationName: 'api', max: 4, statementTimeoutMs: ANSWER_MS_MAX },
  projector: { applicationName: 'projector', max: 10, statementTimeoutMs: 60_000 },
  // One connection holds the locks of this process's parts.
  reader: { applicationName: 'reader', max: 7, statementTimeoutMs: ANSWER_MS_MAX },
  // One connection for each heavy read, which ends after the time limit with a sentence.
  heavy: { applicationName: 'heavy', max: LIMITS.heavyReadsAtOnce, statementTimeoutMs: 2_000 },
  // One connection for each job at once, opened when it begins.
  jobs: { applicationName: 'jobs', max: 24, statementTimeoutMs: 10_000 },
  log: { applicationName: 'event-log', statementTimeoutMs: 10_000 },
}
