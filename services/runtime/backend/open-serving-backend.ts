import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { watchAppends, type AppendHealth } from '@app/event-store/append-health.ts'
import { refuseAppendsWithoutSpace } from '@app/event-store/refuse-appends.ts'
import { createHeavyPool, createPool, endPool } from '@app/postgres/pool.ts'
import { refusePooler, serverOf } from '@app/postgres/refuse-pooler.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import type { ServingRoles } from './backend-roles.ts'
import { openBackend, type Backend, type BackendOptions } from './open-backend.ts'

export interface ServingBackend extends Backend {
  /** Only for display. */
  readonly logAdapter: EventStoreSetting['kind']
  readonly appends: AppendHealth
  readonly hasSpace: () => boolean
  readonly reader: pg.Pool
  /** For heavy reads alone. */
  readonly heavy: pg.Pool
  /** Only for differences; unlike `now` it never jumps. */
  readonly monotonicMs: () => number
}

export interface Space {
  readonly hasSpace: () => boolean
  /** Called for each append that was refused for lack of space. */
  readonly onRefused: () => void
}

export interface ServingBackendOptions extends BackendOptions {
  readonly roles: ServingRoles
  readonly space?: Space | undefined
  readonly monotonicMs?: () => number
}

/** An external server manages its own disk. */
const UNLIMITED: Space = { hasSpace: () => true, onRefused: () => undefined }

const WRITE_PROBE = 'select log.probe()'
/** A log outside Postgres is not probed by an append: it counts as writable again after this time. */
const FORGET_FAILURE_MS = 10_000

/** Watches appends, refuses them on a full disk. @throws StartError as openBackend does */
export async function openServingBackend(options: ServingBackendOptions): Promise<ServingBackend> {
  const { log, roles, urls, space = UNLIMITED, monotonicMs = () => performance.now() } = options
  const backend = await openBackend(options)
  try {
    const watched = watchedLog(backend, log.setting)
    const sealed = refuseAppendsWithoutSpace(watched.store, space.hasSpace, space.onRefused)
    const openedBy = (keys: SubjectKeys): EventStore => openedLog({ ...backend, sealed, keys }, space)
    const { evenBlocked } = backend
    const reader = createPool(urls.reader, { ...roles.reader, role: 'svc_reader' })
    const heavy = createHeavyPool(urls.reader, { ...roles.heavy, role: 'svc_reader' })
    if (serverOf(urls.reader) !== serverOf(urls.app))
      await refusePooler(reader, 'DATABASE_READER_URL', { ...roles.reader, role: 'svc_reader' })
    let closed: Promise<void> | undefined
    return {
      ...backend,
      logAdapter: log.setting.kind,
      sealed,
      store: openedBy(backend.keys),
      evenBlocked: { ...evenBlocked, store: openedBy(evenBlocked.keys) },
      appends: watched.health,
      hasSpace: space.hasSpace,
      reader,
      heavy,
      monotonicMs,
      close: () =>
        (closed ??= Promise.all([endPool(reader), endPool(heavy), backend.close()]).then(() => undefined)),
    }
  } catch (error) {
    await backend.close()
    throw error
  }
}

const watchedLog = ({ sealed, app }: Pick<Backend, 'sealed' | 'app'>, setting: EventStoreSetting) =>
  watchAppends(sealed, {
    probe: setting.kind === 'postgres' ? () => app.query(WRITE_PROBE) : probeOf(sealed),
    nowMs: () => performance.now(),
  })

function openedLog(
  { sealed, keys, names }: Pick<Backend, 'sealed' | 'keys' | 'names'>,
  space: Space,
): EventStore {
  const sealing = createSealedStore(sealed, { keys, mailboxOf: names.mailbox, random: randomBytes })
  // Checked before sealing too, because that may write a key.
  return refuseAppendsWithoutSpace(sealing, space.hasSpace, space.onRefused)
}

const probeOf =
  (store: EventStore) =>
  async (failedForMs: number): Promise<void> => {
    const { ok } = await store.health()
    if (!ok || failedForMs < FORGET_FAILURE_MS) throw new Error('the event log has just refused an append')
  }
