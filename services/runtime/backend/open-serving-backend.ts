import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { watchAppends, type AppendHealth } from '@app/event-store/append-health.ts'
import { refuseAppendsWithoutSpace } from '@app/event-store/refuse-appends.ts'
import { createFoldedStates } from '@app/event-store/states/folded-states.ts'
import { withFoldedStates, type FoldedStore } from '@app/event-store/states/folded-store.ts'
import { createPool, endPool, createHeavyPool } from '@app/postgres/pool.ts'
import { refusePooler, serverOf } from '@app/postgres/refuse-pooler.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { createSealedSnapshots } from '@app/vault/seals/sealed-snapshots.ts'
import type { ServingRoles } from './backend-roles.ts'
import { openBackend, type Backend, type BackendOptions } from './open-backend.ts'

export interface ServingBackend extends Backend {
  readonly store: FoldedStore
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
  readonly onSnapshotTrouble: (error: unknown) => void
  readonly space?: Space | undefined
  readonly monotonicMs?: () => number
}

/** An external server manages its own disk. */
const UNLIMITED: Space = { hasSpace: () => true, onRefused: () => undefined }

const WRITE_PROBE = 'select log.probe()'
/** A log outside Postgres is not probed by an append: it counts as writable again after this time. */
const FORGET_FAILURE_MS = 10_000

/** Watches appends, refuses them on a full disk, caches states. @throws StartError as openBackend does */
export async function openServingBackend(options: ServingBackendOptions): Promise<ServingBackend> {
  const { log, roles, urls, space = UNLIMITED, monotonicMs = () => performance.now() } = options
  const backend = await openBackend(options)
  try {
    const watched = watchedLog(backend, log.setting)
    const sealed = refuseAppendsWithoutSpace(watched.store, space.hasSpace, space.onRefused)
    const openedBy = (keys: SubjectKeys): Promise<FoldedStore> =>
      openedLog({ ...backend, sealed, keys }, space, options.onSnapshotTrouble)
    const store = await openedBy(backend.keys)
    const { evenBlocked } = backend
    const whole = await openedBy(evenBlocked.keys)
    const reader = createPool(urls.reader, { ...roles.reader, role: 'svc_reader' })
    const heavy = createHeavyPool(urls.reader, { ...roles.heavy, role: 'svc_reader' })
    if (serverOf(urls.reader) !== serverOf(urls.app))
      await refusePooler(reader, 'DATABASE_READER_URL', { ...roles.reader, role: 'svc_reader' })
    let closed: Promise<void> | undefined
    return {
      ...backend,
      logAdapter: log.setting.kind,
      sealed,
      store,
      evenBlocked: { ...evenBlocked, store: whole },
      appends: watched.health,
      hasSpace: space.hasSpace,
      reader,
      heavy,
      monotonicMs,
      close: () =>
        (closed ??= endAll([store, whole]).finally(() =>
          Promise.all([endPool(reader), endPool(heavy), backend.close()]),
        )),
    }
  } catch (error) {
    await backend.close()
    throw error
  }
}

const endAll = async (stores: readonly FoldedStore[]): Promise<void> =>
  void (await Promise.all(stores.map((one) => one.dispose())))

const watchedLog = ({ sealed, app }: Pick<Backend, 'sealed' | 'app'>, setting: EventStoreSetting) =>
  watchAppends(sealed, {
    probe: setting.kind === 'postgres' ? () => app.query(WRITE_PROBE) : probeOf(sealed),
    nowMs: () => performance.now(),
  })

function openedLog(
  { sealed, app: db, keys, names }: Pick<Backend, 'sealed' | 'app' | 'keys' | 'names'>,
  space: Space,
  onTrouble: (error: unknown) => void,
): Promise<FoldedStore> {
  const snapshots = createSealedSnapshots({ db, keys, storeId: sealed.storeId, random: randomBytes })
  const sealing = createSealedStore(sealed, { keys, mailboxOf: names.mailbox, random: randomBytes })
  // Checked before sealing too, because that may write a key.
  const refusing = refuseAppendsWithoutSpace(sealing, space.hasSpace, space.onRefused)
  return withFoldedStates(refusing, {
    folded: createFoldedStates({ snapshots, onTrouble }),
    losses: keys.losses,
  })
}

const probeOf =
  (store: EventStore) =>
  async (failedForMs: number): Promise<void> => {
    const { ok } = await store.health()
    if (!ok || failedForMs < FORGET_FAILURE_MS) throw new Error('the event log has just refused an append')
  }
