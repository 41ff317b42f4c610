import { oneLogin } from '@app/postgres/connection.ts'
import { createEpochKeysInMemory } from '@app/vault/testing/epoch-keys-in-memory.ts'
import { MASTER_KEY } from '@app/vault/testing/names.ts'
import { SERVING } from '../backend/backend-roles.ts'
import {
  openServingBackend,
  type ServingBackend,
  type ServingBackendOptions,
} from '../backend/open-serving-backend.ts'

/** A test's log is in the same database. */
export const LOG_IN_POSTGRES = {
  setting: { kind: 'postgres' },
  say: () => undefined,
  signal: new AbortController().signal,
} as const

/** A test's database, opened as the product opens its own. */
export const backendOn = (url: string, more: Partial<ServingBackendOptions> = {}): Promise<ServingBackend> =>
  openServingBackend({
    urls: oneLogin(url),
    sources: { masterKeys: async () => [MASTER_KEY], epochKeys: createEpochKeysInMemory() },
    log: LOG_IN_POSTGRES,
    roles: SERVING,
    unusable: (cause) => cause,
    ...more,
  })
