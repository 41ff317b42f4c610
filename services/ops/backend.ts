import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@app/contracts/event-store.ts'
import { openPostgresEventStore } from '@app/event-store/postgres.ts'
import { newId } from '@app/outside/ids.ts'
import { migrate } from '@app/outside/migrations.ts'
import { connectionConfig, createPool } from '@app/outside/postgres.ts'
import type { Secrets } from '@app/outside/secrets.ts'
import { codeOf, StartError } from '@app/outside/start-error.ts'
import { isMasterKey } from '@app/vault/master-key.ts'
import { createSealedStore } from '@app/vault/sealed-store.ts'
import { createSubjectKeys, type SubjectKeys } from '@app/vault/subject-keys.ts'

/** The log and the vault over the product's database. */
export interface Backend {
  /** The log as it lies there: personal fields sealed. */
  readonly sealed: EventStore
  /** The log with personal fields opened, where their keys still exist. */
  readonly store: EventStore
  readonly keys: SubjectKeys
  readonly db: ReturnType<typeof createPool>
  readonly now: () => Date
  readonly newId: () => string
  close(): Promise<void>
}

const CONNECTIONS = 4
/** Comparing all rows of a read model takes its time. */
const STATEMENT_MS_MAX = 30 * 60_000
const APPEND_STATEMENT_MS_MAX = 10_000
const READY_MS_MAX = 60_000
const ASK_EVERY_MS = 200
/** The server is there, but still starts or has no room at the moment. */
const NOT_YET = ['57P03', '53300']

/** @throws StartError when the database cannot be reached or belongs to another master key */
export async function openBackend(url: string, secrets: Pick<Secrets, 'master'>): Promise<Backend> {
  await migrated(url)
  const now = (): Date => new Date()
  const db = createPool(url, {
    role: 'svc_app',
    applicationName: 'ops',
    max: CONNECTIONS,
    statementTimeoutMs: STATEMENT_MS_MAX,
  })
  if (!(await isMasterKey(db, secrets.master, randomBytes))) {
    await db.end()
    throw new StartError(
      'La clave maestra no es la de esta base de datos: usa la carpeta de datos o el MASTER_KEY_FILE con que se creó.',
    )
  }
  const connection = connectionConfig(url, {
    role: 'svc_app',
    applicationName: 'ops-event-log',
    statementTimeoutMs: APPEND_STATEMENT_MS_MAX,
  })
  const random = (): number => randomInt(2 ** 32) / 2 ** 32
  const sealed = await openPostgresEventStore({ connection, now, newId, random })
  const keys = createSubjectKeys({ db, masterKey: secrets.master, random: randomBytes, now })
  const store = createSealedStore(sealed, { keys, random: randomBytes })
  const close = async (): Promise<void> => {
    await sealed.dispose()
    await db.end()
  }
  return { sealed, store, keys, db, now, newId, close }
}

/** The product may have been updated since it last ran. */
async function migrated(url: string): Promise<void> {
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    try {
      await migrate(url)
      return
    } catch (cause) {
      if (cause instanceof StartError) throw cause
      if (!NOT_YET.includes(codeOf(cause) ?? '') || waited >= READY_MS_MAX) throw unusable(cause)
      await pause(ASK_EVERY_MS)
    }
  }
}

const unusable = (cause: unknown): StartError =>
  new StartError(
    `No se puede abrir la base de datos (${(cause as Error).message}): revisa DATABASE_URL, o si el producto se está cerrando, y vuelve a intentarlo.`,
    { cause },
  )
