import type pg from 'pg'
import {
  isStoreError,
  type EventStore,
  type StoreError,
  type StoreErrorCode,
} from '@app/contracts/event-store.ts'
import { newId } from '../../kernel/log/ids.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { type DatabaseUrls, NotYet } from '../../platform/postgres/connection.ts'
import { migrate } from '../../platform/postgres/migrations.ts'
import {
  connectionConfig,
  createPool,
  endPool,
  type ConnectionOptions,
  refusePooler,
} from '../../platform/postgres/pool.ts'
import { refuseOtherLog } from '../../kernel/checkpoint.ts'
import { eventStoreHostsOf } from '../../platform/settings/event-store-url.ts'
import type { EventStoreSetting } from '../../platform/settings/settings.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { openPostgresEventStore } from '../../kernel/log/postgres/postgres-store.ts'

/** The database and the log, without keys. */
export interface Stores {
  readonly app: pg.Pool
  readonly projector: pg.Pool
  /** Personal fields are encrypted. */
  readonly sealed: EventStore
  close(): Promise<void>
}

export interface StoresOptions {
  readonly urls: DatabaseUrls
  readonly log: EventStoreSetting
  readonly roles: BackendRoles
  /** @param cause the database's message */
  readonly unusable: (cause: string) => string
  readonly now?: () => Date
  readonly openEventLog?: typeof openEventLog
}

type LogOptions = Pick<StoresOptions, 'now' | 'openEventLog'> & {
  readonly urls: Pick<DatabaseUrls, 'app'>
  readonly log: EventStoreSetting
  readonly roles: Pick<BackendRoles, 'log'>
}

type Opened = Omit<Stores, 'close'>

/**
 * Writes only the schema and the log's id before `check` has passed.
 * @throws StartError when something is unreachable, or log and database do not match; as `check` does
 */
export async function openStores(
  options: StoresOptions,
  check: (opened: Opened) => Promise<void>,
): Promise<Stores> {
  const { urls, log, roles } = options
  const startErrorOf = (cause: Error): never => {
    throw cause instanceof StartError ? cause : new StartError(options.unusable(cause.message), { cause })
  }
  await migrate(urls.owner).catch(startErrorOf)
  const app = createPool(urls.app, { ...roles.app, role: 'svc_app' })
  const projector = createPool(urls.projector, { ...roles.projector, role: 'svc_projector' })
  const closePools = async (): Promise<void> => void (await Promise.all([endPool(projector), endPool(app)]))
  try {
    await refusePooler(app, 'DATABASE_URL', 'svc_app').catch(startErrorOf)
    await refusePooler(projector, 'DATABASE_PROJECTOR_URL', 'svc_projector').catch(startErrorOf)
    const sealed = await openSealedLog(options, async (opened) => {
      await refuseOtherLog(projector, opened)
      await check({ app, projector, sealed: opened })
    }).catch((error: unknown) => {
      throw isStoreError(error) ? logStartError(error, log) : error
    })
    let closed: Promise<void> | undefined
    const close = (): Promise<void> => (closed ??= sealed.dispose().finally(closePools))
    return { app, projector, sealed, close }
  } catch (error) {
    await closePools()
    throw error
  }
}

/** @throws StoreError as its adapters do; as `check` does */
export async function openSealedLog(
  { urls, log: setting, roles, now = () => new Date(), openEventLog: open = openEventLog }: LogOptions,
  check: (log: EventStore) => Promise<void> = async () => undefined,
): Promise<EventStore> {
  const connection = connectionConfig(urls.app, { ...roles.log, role: 'svc_app' })
  const log = await open(setting.kind === 'postgres' ? { ...setting, connection } : setting, { now, newId })
  try {
    // A user may have the right to read single streams, but not the whole log.
    await log.headPosition()
    await check(log)
    return log
  } catch (error) {
    await log.dispose()
    throw error
  }
}

const AGAIN = 'y vuelve a intentarlo.'

const EVENTSTOREDB_SAYS: Partial<Record<StoreErrorCode, string>> = {
  Unavailable: `no responde: revisa que esté en marcha, que EVENTSTORE_URL lleve a él y, con TLS, que su certificado valga para su nombre y sea de confianza (tlsCAFile), ${AGAIN}`,
  Timeout: `no responde a tiempo: revisa que esté en marcha y que EVENTSTORE_URL lleve a él, ${AGAIN}`,
  AccessDenied: `no acepta el usuario o la clave de EVENTSTORE_URL, o no les permite leer todo el registro ($all) y escribir en él: corrígelos ${AGAIN}`,
  Invalid: `no se puede usar con lo que dice EVENTSTORE_URL: revisa que lleve a un EventStoreDB y que existan los archivos que nombre, ${AGAIN}`,
  Corrupt: `tiene eventos de otro programa en store-identity: usa en EVENTSTORE_URL uno que sea solo de este producto ${AGAIN}`,
}

/** Without the client's errors, which contain the URL and so maybe a password. */
export function logStartError(
  { code, message, retryable }: StoreError,
  setting: EventStoreSetting,
): StartError {
  const isPostgres = setting.kind === 'postgres'
  const name = isPostgres ? 'PostgreSQL' : `EventStoreDB (${eventStoreHostsOf(setting.url)})`
  const address = isPostgres ? 'DATABASE_URL' : 'EVENTSTORE_URL'
  const known = isPostgres ? undefined : EVENTSTOREDB_SAYS[code]
  const text = `${name} ${known ?? `no puede abrir el registro de eventos: revisa ${address} ${AGAIN}`}`
  // Waiting mends no certificate.
  const mayCome = retryable && !/certificate|altnames/i.test(message)
  return mayCome ? new NotYet(text, `${name} todavía no responde`) : new StartError(text)
}

export type RoleLimits = Required<Omit<ConnectionOptions, 'role'>> & { readonly max: number }

export interface BackendRoles {
  readonly app: RoleLimits
  readonly projector: RoleLimits
  /** Used only when the log is in PostgreSQL. */
  readonly log: Omit<RoleLimits, 'max'>
}

export interface ServingRoles extends BackendRoles {
  readonly reader: RoleLimits
  readonly heavy: RoleLimits
  readonly jobs: RoleLimits
}

/** A caller must get an error within 3 s if the database does not answer. */
const ANSWER_MS_MAX = 1_500

export const SERVING: ServingRoles = {
  app: { applicationName: 'api', max: 4, statementTimeoutMs: ANSWER_MS_MAX },
  projector: { applicationName: 'projector', max: 10, statementTimeoutMs: 60_000 },
  // One connection holds the locks of this process's parts.
  reader: { applicationName: 'reader', max: 7, statementTimeoutMs: ANSWER_MS_MAX },
  // One connection for each heavy read, which ends after the time limit with a sentence.
  heavy: { applicationName: 'heavy', max: LIMITS.heavyReadsAtOnce, statementTimeoutMs: 2_000 },
  // One connection for each job at once, opened when it begins.
  jobs: { applicationName: 'jobs', max: 24, statementTimeoutMs: 10_000 },
  log: { applicationName: 'event-log', statementTimeoutMs: 10_000 },
}

export type EventLogLocation =
  | { readonly kind: 'postgres'; readonly connection: pg.ClientConfig }
  | { readonly kind: 'eventstoredb'; readonly url: string }

/** @throws StoreError of the adapter, mostly Unavailable */
export async function openEventLog(
  location: EventLogLocation,
  deps: {
    readonly now: () => Date
    readonly newId: () => string
  },
): Promise<EventStore> {
  if (location.kind === 'postgres')
    return openPostgresEventStore({ connection: location.connection, ...deps })
  // Loaded on demand: its client takes 250 ms to load.
  const { openEventStoreDb } = await import('../../kernel/log/eventstoredb/eventstoredb-store.ts')
  return openEventStoreDb({ url: location.url, ...deps })
}
