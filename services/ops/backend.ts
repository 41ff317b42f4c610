import { randomBytes, randomInt } from 'node:crypto'
import type { EventStore } from '@app/contracts/event-store.ts'
import { openEventLog } from '@app/event-store/open.ts'
import { newId } from '@app/event-store/ids.ts'
import type { DatabaseUrls } from '@app/postgres/database-urls.ts'
import { migrateWhenReady } from '@app/postgres/migrations.ts'
import { connectionConfig, createPool } from '@app/postgres/pool.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { openKeyVault } from '@app/runtime/open-key-vault.ts'
import { untilOpen, type UntilOpenOptions } from '@app/runtime/until-open.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import { refuseOtherLog } from '@app/projections/runtime/same-log.ts'
import type { Epochs } from '@app/vault/keys/epochs.ts'
import type { IdKeys } from '@app/vault/keys/id-keys.ts'
import { createStoredImages, type StoredImages } from '@app/vault/pictures/stored-images.ts'
import type { KeySources } from '@app/vault/keys/key-vault.ts'
import { createKeyedNames, type KeyedNames } from '@app/vault/keys/keyed-names.ts'
import { createRowSeals } from '@app/vault/seals/row-seals.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'

/** The vault in the product's database, and the log, there or elsewhere. */
export interface Backend {
  /** The log as it lies there: personal fields sealed. */
  readonly sealed: EventStore
  /** The log with personal fields opened, where their keys still exist. */
  readonly store: EventStore
  readonly keys: SubjectKeys
  /** Of read models that hold words of people. */
  readonly seals: RowSeals
  readonly epochs: Epochs
  readonly idKeys: IdKeys
  /** Of streams and rows that must not be named by what people are called. */
  readonly names: KeyedNames
  readonly storedImages: StoredImages
  /** The vault. */
  readonly db: ReturnType<typeof createPool>
  /** Read models. */
  readonly projector: ReturnType<typeof createPool>
  readonly now: () => Date
  readonly newId: () => string
  close(): Promise<void>
}

const CONNECTIONS = 4
/** Comparing all rows of a read model takes its time. */
const STATEMENT_MS_MAX = 30 * 60_000
const APPEND_STATEMENT_MS_MAX = 10_000

/** @throws StartError when database or log cannot be reached, or do not belong to each other or to the master key */
export async function openBackend(
  urls: DatabaseUrls,
  sources: KeySources,
  log: Pick<UntilOpenOptions, 'setting' | 'say' | 'signal'>,
): Promise<Backend> {
  await migrateWhenReady(urls.owner).catch((cause: unknown) => {
    throw cause instanceof StartError ? cause : unusable(cause)
  })
  const now = (): Date => new Date()
  const pool = { applicationName: 'ops', max: CONNECTIONS, statementTimeoutMs: STATEMENT_MS_MAX }
  const db = createPool(urls.app, { ...pool, role: 'svc_app' })
  const projector = createPool(urls.projector, { ...pool, role: 'svc_projector' })
  const closing = [() => db.end(), () => projector.end()]
  const close = async (): Promise<void> => {
    while (closing.length > 0) await closing.pop()!()
  }
  try {
    const { keys, epochs, idKeys, wrapping } = await openKeyVault(
      { db, random: randomBytes, now, beginsEpochs: false },
      sources,
    )
    const names = createKeyedNames(idKeys)
    const sealed = await untilOpen(() => openLogOf(urls.app, log.setting, now), log)
    closing.push(() => sealed.dispose())
    await refuseOtherLog(projector, sealed)
    return {
      sealed,
      store: createSealedStore(sealed, { keys, random: randomBytes }),
      keys,
      seals: createRowSeals(keys, names),
      epochs,
      idKeys,
      names,
      storedImages: createStoredImages({ db, wrapping, random: randomBytes, now }),
      db,
      projector,
      now,
      newId,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function openLogOf(url: string, setting: EventStoreSetting, now: () => Date): Promise<EventStore> {
  const connection = connectionConfig(url, {
    role: 'svc_app',
    applicationName: 'ops-event-log',
    statementTimeoutMs: APPEND_STATEMENT_MS_MAX,
  })
  const place = setting.kind === 'postgres' ? { ...setting, connection } : setting
  return openEventLog(place, { now, newId, random: () => randomInt(2 ** 32) / 2 ** 32 })
}

const unusable = (cause: unknown): StartError =>
  new StartError(
    `No se puede abrir la base de datos (${(cause as Error).message}): revisa DATABASE_URL, o si el producto se está cerrando, y vuelve a intentarlo.`,
    { cause },
  )
