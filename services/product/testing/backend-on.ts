import { oneLogin } from '../../platform/postgres/connection.ts'
import { wrappingFilesInMemory } from '../../kernel/keys/testing/wrapping-files-in-memory.ts'
import { SERVING } from '../backend/open-stores.ts'
import {
  openServingBackend,
  type ServingBackend,
  type ServingBackendOptions,
} from '../backend/open-serving-backend.ts'

/** A test's log is in the same database. */
export const LOG_IN_POSTGRES = { kind: 'postgres' } as const

/** A test's database, opened as the product opens its own. */
export const backendOn = (url: string, more: Partial<ServingBackendOptions> = {}): Promise<ServingBackend> =>
  openServingBackend({
    urls: oneLogin(url),
    wrappingFiles: wrappingFilesInMemory(),
    log: LOG_IN_POSTGRES,
    roles: SERVING,
    unusable: (cause) => cause,
    ...more,
  })
