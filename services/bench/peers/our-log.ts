import { randomBytes, randomInt } from 'node:crypto'
import type { EventStore } from '@app/contracts/event-store.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { migrate } from '@app/postgres/migrations.ts'
import { connectionConfig, createPool } from '@app/postgres/pool.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import { createSubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { wrappedByMaster } from '@app/vault/keys/wrapping-keys.ts'
import type pg from 'pg'
import type { Place } from '../part.ts'

/** Opens the product's log in a database of its own, with the connection that the product gives it. */
export async function openOurLog(
  { server, closing }: Pick<Place, 'closing'> & { readonly server: Pick<Place['server'], 'database'> },
  database: string,
): Promise<{ readonly store: EventStore; readonly url: string }> {
  const url = await server.database(database)
  await migrate(url)
  const connection = connectionConfig(url, {
    role: 'svc_app',
    applicationName: 'event-log',
    statementTimeoutMs: 10_000,
  })
  const store = await openPostgresEventStore({
    connection,
    now: () => new Date(),
    newId,
    random: () => randomInt(2 ** 32) / 2 ** 32,
  })
  closing.add(() => store.dispose())
  return { store, url }
}

/** The pool that the product gives its projector. */
export function openProjector({ closing }: Pick<Place, 'closing'>, url: string): pg.Pool {
  const projector = createPool(url, {
    role: 'svc_projector',
    applicationName: 'projector',
    statementTimeoutMs: 60_000,
    max: 8,
  })
  closing.add(() => projector.end())
  return projector
}

/** The log as the product writes it: what is personal is sealed with keys that it can open. */
export function openSealing(
  { closing }: Pick<Place, 'closing'>,
  { store, url, masterKey }: { readonly store: EventStore; readonly url: string; readonly masterKey: Buffer },
): EventStore {
  const db = createPool(url, { role: 'svc_app', applicationName: 'sealing', max: 4 })
  closing.add(() => db.end())
  const keys = createSubjectKeys({
    db,
    wrapping: wrappedByMaster(masterKey),
    random: randomBytes,
    now: () => new Date(),
  })
  return createSealedStore(store, { keys, random: randomBytes })
}
