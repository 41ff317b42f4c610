import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { newId } from '@app/event-store/ids.ts'
import type { DatabaseUrls } from '@app/postgres/database-urls.ts'
import { migrateWhenReady } from '@app/postgres/migrations.ts'
import { createPool } from '@app/postgres/pool.ts'
import { refuseOtherLog } from '@app/projections/runtime/same-log.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import type { Epochs } from '@app/vault/keys/epochs.ts'
import type { IdKeys } from '@app/vault/keys/id-keys.ts'
import type { KeySources } from '@app/vault/keys/key-vault.ts'
import { createKeyedNames, type KeyedNames } from '@app/vault/keys/keyed-names.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { createStoredImages, type StoredImages } from '@app/vault/pictures/stored-images.ts'
import { createRowSeals } from '@app/vault/seals/row-seals.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import type { BackendRoles } from './backend-roles.ts'
import { findConnectionAdvice } from './connection-advice.ts'
import { openKeyVault } from './open-key-vault.ts'
import { openSealedLog, type OpenEventLog } from './open-sealed-log.ts'
import { untilOpen, type UntilOpenOptions } from './until-open.ts'

export interface Backend {
  /** Personal fields are encrypted. */
  readonly sealed: EventStore
  /** Decrypts personal fields whose keys still exist. */
  readonly store: EventStore
  readonly keys: SubjectKeys
  readonly seals: RowSeals
  readonly epochs: Epochs
  readonly idKeys: IdKeys
  /** Names streams and rows without personal text. */
  readonly names: KeyedNames
  readonly storedImages: StoredImages
  readonly app: pg.Pool
  readonly projector: pg.Pool
  readonly now: () => Date
  readonly newId: () => string
  close(): Promise<void>
}

export interface BackendOptions {
  readonly urls: DatabaseUrls
  readonly sources: KeySources
  readonly log: Pick<UntilOpenOptions, 'setting' | 'say' | 'signal'>
  readonly roles: BackendRoles
  readonly beginsEpochs: boolean
  /** @param cause the database's message */
  readonly unusable: (cause: string) => string
  readonly now?: () => Date
  readonly openEventLog?: OpenEventLog
}

/** @throws StartError when something is unreachable, or log, database and master key do not match */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { urls, log, roles, beginsEpochs, now = () => new Date() } = options
  await migrateWhenReady(urls.owner).catch((cause: Error) => {
    throw cause instanceof StartError ? cause : new StartError(options.unusable(cause.message), { cause })
  })
  const app = createPool(urls.app, { ...roles.app, role: 'svc_app' })
  const projector = createPool(urls.projector, { ...roles.projector, role: 'svc_projector' })
  const closing: (() => Promise<void>)[] = [() => app.end(), () => projector.end()]
  const close = async (): Promise<void> => {
    while (closing.length > 0) await closing.pop()!()
  }
  try {
    const vault = { db: app, random: randomBytes, now, beginsEpochs }
    const { keys, epochs, idKeys, wrapping } = await openKeyVault(vault, options.sources)
    const place = { setting: log.setting, url: urls.app, role: roles.log }
    const findFault = (): Promise<string | undefined> => findConnectionAdvice(log.setting)
    const openLog = (): Promise<EventStore> => openSealedLog({ ...place, now, open: options.openEventLog })
    const sealed = await untilOpen(openLog, { ...log, findFault })
    closing.push(() => sealed.dispose())
    await refuseOtherLog(projector, sealed)
    const names = createKeyedNames(idKeys)
    return {
      sealed,
      store: createSealedStore(sealed, { keys, random: randomBytes }),
      keys,
      seals: createRowSeals(keys, names),
      epochs,
      idKeys,
      names,
      storedImages: createStoredImages({ db: app, wrapping, random: randomBytes, now }),
      app,
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
