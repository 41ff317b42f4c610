import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { watchAppends, type AppendHealth } from '@app/event-store/append-health.ts'
import { createFoldedStates } from '@app/event-store/states/folded-states.ts'
import { withFoldedStates } from '@app/event-store/states/folded-store.ts'
import { openEventLog } from '@app/event-store/open.ts'
import { refuseAppendsWithoutSpace } from '@app/event-store/refuse-appends.ts'
import type { DatabaseUrls } from '@app/postgres/database-urls.ts'
import { newId } from '@app/event-store/ids.ts'
import { migrateWhenReady } from '@app/postgres/migrations.ts'
import { connectionConfig, createPool } from '@app/postgres/pool.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { openKeyVault } from '@app/processes/open-key-vault.ts'
import { untilOpen, type UntilOpenOptions } from '@app/settings/until-open.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import { refuseOtherLog } from '@app/projections/runtime/same-log.ts'
import type { Epochs } from '@app/vault/keys/epochs.ts'
import type { IdKeys } from '@app/vault/keys/id-keys.ts'
import type { KeySources } from '@app/vault/keys/key-vault.ts'
import { createKeyedNames, type KeyedNames } from '@app/vault/keys/keyed-names.ts'
import { createStoredImages, type StoredImages } from '@app/vault/pictures/stored-images.ts'
import { createRowSeals } from '@app/vault/seals/row-seals.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import { createSealedSnapshots } from '@app/vault/seals/state-snapshots.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'

/** The database, opened as its three roles, with the vault upon it, and the log, there or elsewhere. */
export interface Backend {
  /** Which store the log is kept in, to be shown; nothing is decided by it. */
  readonly logAdapter: EventStoreSetting['kind']
  /** The log as it lies there: personal fields sealed. */
  readonly sealed: EventStore
  /** The log with personal fields opened, where their keys still exist. */
  readonly store: EventStore
  readonly appends: AppendHealth
  /** Whether there is room for writes. */
  readonly hasSpace: () => boolean
  readonly keys: SubjectKeys
  /** Of read models that hold words of people. */
  readonly seals: RowSeals
  readonly epochs: Epochs
  readonly idKeys: IdKeys
  /** Of streams and rows that must not be named by what people are called. */
  readonly names: KeyedNames
  readonly storedImages: StoredImages
  readonly app: pg.Pool
  readonly projector: pg.Pool
  readonly reader: pg.Pool
  readonly now: () => Date
  /** Ages are measured by it: nobody sets it, and only its differences mean something. */
  readonly monotonicMs: () => number
  readonly newId: () => string
  close(): Promise<void>
}

/** Room for what is written. */
export interface Space {
  readonly hasSpace: () => boolean
  /** Told of each append that was refused for want of it. */
  readonly onRefused: () => void
}

/** Of a server that is not ours: it looks after its own disk. */
const UNLIMITED: Space = { hasSpace: () => true, onRefused: () => undefined }

const WRITE_PROBE = 'select log.probe()'
/** A log elsewhere is not written to for a probe. It counts as well once it is healthy and nothing has failed for so long. */
const FORGET_FAILURE_MS = 10_000
const APP_CONNECTIONS = 4
/** One of them listens to what is wanted of projections. */
const PROJECTOR_CONNECTIONS = 7
/** One of them listens to the progress of projections. */
const READER_CONNECTIONS = 7
/** Whoever waits for an answer is told within 3 s that there is none. */
const ANSWER_MS_MAX = 1_500
const FOLD_MS_MAX = 60_000

/** @throws StartError when database or log cannot be reached, or do not belong to each other or to the master key */
export async function openBackend(
  urls: DatabaseUrls,
  sources: KeySources,
  log: Pick<UntilOpenOptions, 'setting' | 'say' | 'signal'>,
  onSnapshotTrouble: (error: unknown) => void,
  space: Space = UNLIMITED,
): Promise<Backend> {
  const now = (): Date => new Date()
  await migrateWhenReady(urls.owner).catch(refuseDatabase)
  const { app, reader, projector } = openPools(urls)
  const closing: (() => Promise<void>)[] = [app, projector, reader].map((one) => () => one.end())
  const close = async (): Promise<void> => {
    while (closing.length > 0) await closing.pop()!()
  }
  try {
    const { keys, epochs, idKeys, wrapping } = await openKeyVault(
      { db: app, random: randomBytes, now, beginsEpochs: true },
      sources,
    )
    const opened = await untilOpen(() => openLogOf(urls.app, log.setting, now), log)
    closing.push(() => opened.dispose())
    const watched = watchedLog(opened, app, log.setting)
    const sealed = refuseAppendsWithoutSpace(watched.store, space.hasSpace, space.onRefused)
    await refuseOtherLog(projector, sealed)
    const store = await openedLog(sealed, { db: app, keys, space, onSnapshotTrouble })
    closing.push(() => store.dispose())
    const clocks = { now, monotonicMs: () => performance.now() }
    return {
      logAdapter: log.setting.kind,
      sealed,
      store,
      appends: watched.health,
      hasSpace: space.hasSpace,
      keys,
      ...whatHidesWords(keys, idKeys),
      epochs,
      idKeys,
      storedImages: createStoredImages({ db: app, wrapping, random: randomBytes, now }),
      app,
      projector,
      reader,
      ...clocks,
      newId,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function refuseDatabase(cause: Error): never {
  if (cause instanceof StartError) throw cause
  throw new StartError(`No se puede preparar la base de datos (${cause.message}). Revisa DATABASE_URL.`, {
    cause,
  })
}

function whatHidesWords(keys: SubjectKeys, idKeys: IdKeys): Pick<Backend, 'names' | 'seals'> {
  const names = createKeyedNames(idKeys)
  return { names, seals: createRowSeals(keys, names) }
}

/** The log, and whether it can be appended to. */
const watchedLog = (log: EventStore, db: pg.Pool, setting: EventStoreSetting) =>
  watchAppends(log, {
    probe: setting.kind === 'postgres' ? () => db.query(WRITE_PROBE) : probeOf(log),
    nowMs: () => performance.now(),
  })

interface OpenedLogDeps {
  readonly db: pg.Pool
  readonly keys: SubjectKeys
  readonly space: Space
  readonly onSnapshotTrouble: (error: unknown) => void
}

/** The log with personal fields opened, and with the states that are kept of its streams. */
function openedLog(sealed: EventStore, { db, keys, space, onSnapshotTrouble }: OpenedLogDeps) {
  const snapshots = createSealedSnapshots({ db, keys, storeId: sealed.storeId, random: randomBytes })
  const sealing = createSealedStore(sealed, { keys, random: randomBytes })
  // Also in front of the sealing, which may write a key.
  const guarded = refuseAppendsWithoutSpace(sealing, space.hasSpace, space.onRefused)
  return withFoldedStates(guarded, {
    folded: createFoldedStates({ snapshots, onTrouble: onSnapshotTrouble }),
    losses: keys.losses,
  })
}

const probeOf =
  (store: EventStore) =>
  async (failedForMs: number): Promise<void> => {
    const { ok } = await store.health()
    if (!ok || failedForMs < FORGET_FAILURE_MS) throw new Error('the event log has just refused an append')
  }

function openLogOf(url: string, setting: EventStoreSetting, now: () => Date): Promise<EventStore> {
  const connection = connectionConfig(url, {
    role: 'svc_app',
    applicationName: 'event-log',
    statementTimeoutMs: 10_000,
  })
  const place = setting.kind === 'postgres' ? { ...setting, connection } : setting
  return openEventLog(place, { now, newId, random: () => randomInt(2 ** 32) / 2 ** 32 })
}

function openPools(urls: DatabaseUrls): Pick<Backend, 'app' | 'reader' | 'projector'> {
  const app = createPool(urls.app, {
    role: 'svc_app',
    applicationName: 'api',
    max: APP_CONNECTIONS,
    statementTimeoutMs: ANSWER_MS_MAX,
  })
  const reader = createPool(urls.reader, {
    role: 'svc_reader',
    applicationName: 'reader',
    max: READER_CONNECTIONS,
    statementTimeoutMs: ANSWER_MS_MAX,
  })
  const projector = createPool(urls.projector, {
    role: 'svc_projector',
    applicationName: 'projector',
    max: PROJECTOR_CONNECTIONS,
    statementTimeoutMs: FOLD_MS_MAX,
  })
  return { app, reader, projector }
}
