import { createHeavyPool, createPool, endPool, refusePooler } from '../../platform/postgres/pool.ts'
import type { EventStoreSetting } from '../../platform/settings/settings.ts'
import type { ServingRoles } from './open-stores.ts'
import { openBackend, type Backend, type BackendOptions } from './open-backend.ts'

export type ServingBackend = Awaited<ReturnType<typeof openServingBackend>>

export interface ServingBackendOptions extends BackendOptions {
  readonly roles: ServingRoles
  readonly monotonicMs?: () => number
}

const WRITE_PROBE = 'select log.probe()'

/** With what answers calls. @throws StartError as openBackend does */
export async function openServingBackend(options: ServingBackendOptions) {
  const { log, roles, urls, monotonicMs = () => performance.now() } = options
  const backend = await openBackend(options)
  try {
    const reader = createPool(urls.reader, { ...roles.reader, role: 'svc_reader' })
    const heavy = createHeavyPool(urls.reader, { ...roles.heavy, role: 'svc_reader' })
    const jobPool = createPool(urls.app, { ...roles.jobs, role: 'svc_app' })
    await refusePooler(reader, 'DATABASE_READER_URL', 'svc_reader')
    let closed: Promise<void> | undefined
    return {
      ...backend,
      /** Only for display. */
      logAdapter: log.kind,
      /** Whether the log would take an append now. */
      takesAppends: () => takesAppends(backend, log),
      reader,
      /** For heavy reads alone. */
      heavy,
      /** For jobs alone. */
      jobPool,
      /** Only for differences; unlike `now` it never jumps. */
      monotonicMs,
      close: (): Promise<void> =>
        (closed ??= Promise.all([endPool(reader), endPool(heavy), endPool(jobPool), backend.close()]).then(
          () => undefined,
        )),
    }
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** A log outside PostgreSQL says so when it is asked for its head. */
const takesAppends = async ({ app }: Backend, { kind }: EventStoreSetting): Promise<boolean> =>
  kind !== 'postgres' ||
  app.query(WRITE_PROBE).then(
    () => true,
    () => false,
  )
