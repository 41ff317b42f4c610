import { oneLogin } from '../../platform/postgres/connection.ts'
import { wrappingFilesInMemory } from '../../kernel/keys/testing/wrapping-files-in-memory.ts'
import { openBackend, SERVING, type Backend, type BackendOptions } from '../backend/open-backend.ts'

export const LOG_IN_POSTGRES = { kind: 'postgres' } as const

export const backendOn = (url: string, more: Partial<BackendOptions> = {}): Promise<Backend> =>
  openBackend({
    urls: oneLogin(url),
    wrappingFiles: wrappingFilesInMemory(),
    log: LOG_IN_POSTGRES,
    limits: SERVING,
    ...more,
  })
