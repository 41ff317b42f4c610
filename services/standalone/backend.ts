import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { openPostgresEventStore } from '@app/event-store/postgres.ts'
import { newId } from '@app/outside/ids.ts'
import { migrate } from '@app/outside/migrations.ts'
import { connectionConfig, createPool } from '@app/outside/postgres.ts'
import type { Secrets } from '@app/outside/secrets.ts'
import { StartError } from '@app/outside/start-error.ts'
import { isMasterKey } from '@app/vault/master-key.ts'
import { createSealedStore } from '@app/vault/sealed-store.ts'
import { createSubjectKeys, type SubjectKeys } from '@app/vault/subject-keys.ts'

/** The database, opened as its three roles, with the log and the vault upon it. */
export interface Backend {
  /** The log as it lies there: personal fields sealed. */
  readonly sealed: EventStore
  /** The log with personal fields opened, where their keys still exist. */
  readonly store: EventStore
  readonly keys: SubjectKeys
  readonly app: pg.Pool
  readonly projector: pg.Pool
  readonly reader: pg.Pool
  readonly now: () => Date
  readonly newId: () => string
  close(): Promise<void>
}

const APP_CONNECTIONS = 4
const PROJECTOR_CONNECTIONS = 6
const READER_CONNECTIONS = 6
/** Whoever waits for an answer is told within 3 s that there is none. */
const ANSWER_MS_MAX = 1_500
const FOLD_MS_MAX = 60_000

/** @throws StartError when the database cannot be reached or belongs to another master key */
export async function openBackend(url: string, secrets: Secrets): Promise<Backend> {
  const now = (): Date => new Date()
  await migrate(url).catch((cause: Error) => {
    if (cause instanceof StartError) throw cause
    throw new StartError(`No se puede preparar la base de datos (${cause.message}). Revisa DATABASE_URL.`, {
      cause,
    })
  })
  const { app, reader, projector } = openPools(url)
  const pools = [app, projector, reader]
  if (!(await isMasterKey(app, secrets.master, randomBytes))) {
    await Promise.all(pools.map((one) => one.end()))
    throw new StartError(
      'La clave maestra no es la de esta base de datos: usa la carpeta de datos o el MASTER_KEY_FILE con que se creó.',
    )
  }
  const connection = connectionConfig(url, {
    role: 'svc_app',
    applicationName: 'event-log',
    statementTimeoutMs: 10_000,
  })
  const sealed = await openPostgresEventStore({
    connection,
    now,
    newId,
    random: () => randomInt(2 ** 32) / 2 ** 32,
  })
  const keys = createSubjectKeys({ db: app, masterKey: secrets.master, random: randomBytes, now })
  return {
    sealed,
    store: createSealedStore(sealed, { keys, random: randomBytes }),
    keys,
    app,
    projector,
    reader,
    now,
    newId,
    close: async () => {
      await sealed.dispose()
      await Promise.all(pools.map((one) => one.end()))
    },
  }
}

function openPools(url: string): Pick<Backend, 'app' | 'reader' | 'projector'> {
  const app = createPool(url, {
    role: 'svc_app',
    applicationName: 'api',
    max: APP_CONNECTIONS,
    statementTimeoutMs: ANSWER_MS_MAX,
  })
  const reader = createPool(url, {
    role: 'svc_reader',
    applicationName: 'reader',
    max: READER_CONNECTIONS,
    statementTimeoutMs: ANSWER_MS_MAX,
  })
  const projector = createPool(url, {
    role: 'svc_app',
    applicationName: 'projector',
    max: PROJECTOR_CONNECTIONS,
    statementTimeoutMs: FOLD_MS_MAX,
  })
  return { app, reader, projector }
}
