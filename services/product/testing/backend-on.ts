import { oneLogin } from '../../platform/postgres/connection.ts'
import { wrappingFilesInMemory } from '../../kernel/keys/testing/wrapping-files-in-memory.ts'
import { openBackend, SERVING, type Backend, type BackendOptions } from '../backend/open-backend.ts'

/** A test's log is in the same database. */
export const LOG_IN_POSTGRES = { kind: 'postgres' } as const

/** A test's database, opened as the product opens its own. */
export const backendOn = (url: string, more: Partial<BackendOptions> = {}): Promise<Backend> =>
  openBackend({
    urls: oneLogin(url),
    wrappingFiles: wrappingFilesInMemory(),
    log: LOG_IN_POSTGRES,
    limits: SERVING,
    ...more,
  })
