import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { watchAppends, type AppendHealth } from '@app/event-store/append-health.ts'
import { refuseAppendsWithoutSpace } from '@app/event-store/refuse-appends.ts'
import { createFoldedStates } from '@app/event-store/states/folded-states.ts'
import { withFoldedStates, type FoldedStore } from '@app/event-store/states/folded-store.ts'
import { createPool } from '@app/postgres/pool.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import { createSealedSnapshots } from '@app/vault/seals/state-snapshots.ts'
import type { ServingRoles } from './backend-roles.ts'
import { openBackend, type Backend, type BackendOptions } from './open-backend.ts'

/** A backend for a process that answers calls. */
export interface ServingBackend extends Backend {
  /** Which store the log is kept in, to be shown; nothing is decided by it. */
  readonly logAdapter: EventStoreSetting['kind']
  readonly appends: AppendHealth
  /** Whether there is room for writes. */
  readonly hasSpace: () => boolean
  /** Queries of the read models. */
  readonly reader: pg.Pool
  /** Ages are measured by it: nobody sets it, and only its differences mean something. */
  readonly monotonicMs: () => number
}

/** Room for what is written. */
export interface Space {
  readonly hasSpace: () => boolean
  /** Told of each append that was refused for want of it. */
  readonly onRefused: () => void
}

export interface ServingBackendOptions extends BackendOptions {
  readonly roles: ServingRoles
  readonly onSnapshotTrouble: (error: unknown) => void
  readonly space?: Space | undefined
  readonly monotonicMs?: () => number
}

/** Of a server that is not ours: it looks after its own disk. */
const UNLIMITED: Space = { hasSpace: () => true, onRefused: () => undefined }

const WRITE_PROBE = 'select log.probe()'
/** A log elsewhere is not written to for a probe. It counts as well once it is healthy and nothing has failed for so long. */
const FORGET_FAILURE_MS = 10_000

/**
 * Opens a backend whose appends are watched and refused while the disk is full, and that keeps the states of streams.
 * @throws StartError as openBackend does
 */
export async function openServingBackend(options: ServingBackendOptions): Promise<ServingBackend> {
  const { log, roles, space = UNLIMITED, monotonicMs = () => performance.now() } = options
  const backend = await openBackend(options)
  try {
    const watched = watchedLog(backend, log.setting)
    const sealed = refuseAppendsWithoutSpace(watched.store, space.hasSpace, space.onRefused)
    const store = await openedLog({ ...backend, sealed }, space, options.onSnapshotTrouble)
    const reader = createPool(options.urls.reader, { ...roles.reader, role: 'svc_reader' })
    return {
      ...backend,
      logAdapter: log.setting.kind,
      sealed,
      store,
      appends: watched.health,
      hasSpace: space.hasSpace,
      reader,
      monotonicMs,
      close: async () => {
        await store.dispose()
        await reader.end()
        await backend.close()
      },
    }
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** The log, and whether it can be appended to. */
const watchedLog = ({ sealed, app }: Pick<Backend, 'sealed' | 'app'>, setting: EventStoreSetting) =>
  watchAppends(sealed, {
    probe: setting.kind === 'postgres' ? () => app.query(WRITE_PROBE) : probeOf(sealed),
    nowMs: () => performance.now(),
  })

/** The log with personal fields decrypted, and with the states that are kept of its streams. */
function openedLog(
  { sealed, app: db, keys }: Pick<Backend, 'sealed' | 'app' | 'keys'>,
  space: Space,
  onTrouble: (error: unknown) => void,
): Promise<FoldedStore> {
  const snapshots = createSealedSnapshots({ db, keys, storeId: sealed.storeId, random: randomBytes })
  const sealing = createSealedStore(sealed, { keys, random: randomBytes })
  // Also in front of the sealing, which may write a key.
  const guarded = refuseAppendsWithoutSpace(sealing, space.hasSpace, space.onRefused)
  return withFoldedStates(guarded, {
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
