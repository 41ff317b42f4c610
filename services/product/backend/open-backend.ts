import { randomBytes } from 'node:crypto'
import { isStoreError, type EventStore, type StoreError } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { refuseOtherLog } from '../../kernel/other-log.ts'
import { newId } from '../../kernel/log/ids.ts'
import { withoutSpace } from '../../kernel/log/open-store.ts'
import { createCodec } from '../../kernel/codec.ts'
import { createRowSeals } from '../../kernel/models/row-seals.ts'
import type { Events } from '../../kernel/commands.ts'
import { createKeyedNames } from '../../kernel/keys/keyed-ids.ts'
import { createSubjects } from '../../kernel/keys/subjects.ts'
import type { WrappingFiles } from '../../kernel/keys/wrapping-keys.ts'
import { openEventLog } from '../../kernel/log/postgres/postgres-store.ts'
import { createStoredImages } from '../../media/stored-images.ts'
import { type DatabaseUrls, NotYet } from '../../platform/postgres/connection.ts'
import { migrate } from '../../platform/postgres/migrations.ts'
import { connectionConfig, createHeavyPool, createPool, endPool } from '../../platform/postgres/pool.ts'
import { eventStoreHostsOf } from '../../platform/settings/setting-forms.ts'
import type { EventStoreSetting } from '../../platform/settings/settings.ts'
import { openKeyVault, refuseOtherVault } from './same-vault.ts'

export interface ConnectionLimits {
  readonly applicationName: string
  readonly max: number
  readonly statementTimeoutMs: number
}
export type BackendLimits = Readonly<
  Record<'app' | 'projector' | 'reader' | 'heavy' | 'jobs' | 'log', ConnectionLimits>
>

/** A caller must get an error within 3 s if the database does not answer. */
const ANSWER_MS_MAX = 1_500

export const SERVING: BackendLimits = {
  app: { applicationName: 'api', max: 4, statementTimeoutMs: ANSWER_MS_MAX },
  projector: { applicationName: 'projector', max: 10, statementTimeoutMs: 60_000 },
  reader: { applicationName: 'reader', max: 6, statementTimeoutMs: ANSWER_MS_MAX },
  // One connection for each heavy read, which ends after the time limit with a sentence.
  heavy: { applicationName: 'heavy', max: LIMITS.heavyReadsAtOnce, statementTimeoutMs: 2_000 },
  // One connection for each job at once, opened when it begins.
  jobs: { applicationName: 'jobs', max: 24, statementTimeoutMs: 10_000 },
  log: { applicationName: 'event-log', max: 1, statementTimeoutMs: 10_000 },
}

export interface BackendOptions {
  readonly urls: DatabaseUrls
  readonly log: EventStoreSetting
  readonly limits: BackendLimits
  readonly now?: () => Date
  readonly openEventLog?: typeof openEventLog
  readonly wrappingFiles: WrappingFiles
  /** An external server manages its own disk. */
  readonly hasSpace?: (() => boolean) | undefined
  readonly monotonicMs?: () => number
}

export type Backend = Awaited<ReturnType<typeof openBackend>>

function openPools(urls: DatabaseUrls, limits: BackendLimits) {
  const pools = {
    app: createPool(urls.app, { ...limits.app, role: 'svc_app' }),
    projector: createPool(urls.projector, { ...limits.projector, role: 'svc_projector' }),
    reader: createPool(urls.reader, { ...limits.reader, role: 'svc_reader' }),
    heavy: createHeavyPool(urls.reader, { ...limits.heavy, role: 'svc_reader' }),
    jobPool: createPool(urls.app, { ...limits.jobs, role: 'svc_app' }),
  }
  const close = async (): Promise<void> =>
    void (await Promise.all(Object.values(pools).map((pool) => endPool(pool))))
  return { pools, close }
}

/** Writes only schema and log id until all match. @throws StartError: unreachable, or log, database and vault differ */
async function openStores(options: BackendOptions) {
  const { urls, log, now = () => new Date() } = options
  const startErrorOf = (cause: Error): never => {
    throw cause instanceof StartError
      ? cause
      : new StartError(`No se puede abrir la base de datos (${cause.message}): revisa DATABASE_URL.`, {
          cause,
        })
  }
  await migrate(urls.owner).catch(startErrorOf)
  const { pools, close: closePools } = openPools(urls, options.limits)
  try {
    const sealed = await openSealedLog(options, async (opened) => {
      await refuseOtherLog(pools.projector, opened)
      await refuseOtherVault({ log: opened, db: pools.app, now, newId })
    }).catch((error: unknown) => {
      throw isStoreError(error) ? logStartError(error, log) : error
    })
    let closed: Promise<void> | undefined
    return { ...pools, sealed, now, newId, close: () => (closed ??= sealed.dispose().finally(closePools)) }
  } catch (error) {
    await closePools()
    throw error
  }
}

/** @throws StoreError as its adapters do; as `check` does */
export async function openSealedLog(
  {
    urls,
    log: setting,
    limits,
    now = () => new Date(),
    openEventLog: open = openEventLog,
  }: Omit<BackendOptions, 'wrappingFiles'>,
  check: (log: EventStore) => Promise<void>,
): Promise<EventStore> {
  const connection = connectionConfig(urls.app, { ...limits.log, role: 'svc_app' })
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

/** Without the client's errors, which contain the URL and so maybe a password. */
export function logStartError({ code, message, retryable }: StoreError, log: EventStoreSetting): StartError {
  const [name, address] =
    log.kind === 'postgres'
      ? ['PostgreSQL', 'DATABASE_URL']
      : [`EventStoreDB (${eventStoreHostsOf(log.url)})`, 'EVENTSTORE_URL']
  const why =
    code === 'AccessDenied'
      ? `no acepta el usuario o la clave de ${address}, o no les permite leer todo el registro ($all) y escribir en él`
      : `no abre el registro de eventos: revisa que esté en marcha, que ${address} lleve a él y, con TLS, que su certificado valga para su nombre y sea de confianza (tlsCAFile)`
  // Waiting mends no certificate.
  return retryable && !/certificate|altnames/i.test(message)
    ? new NotYet(`${name} ${why}.`, `${name} todavía no responde`)
    : new StartError(`${name} ${why}.`)
}

/** @throws StartError when something is unreachable, or log, database, vault and wrapping key do not match */
export async function openBackend(options: BackendOptions) {
  const { wrappingFiles: files, log: setting, hasSpace = () => true } = options
  const { monotonicMs = () => performance.now() } = options
  const stores = await openStores(options)
  const { app, sealed: log, now } = stores
  try {
    const { keys, rewrap, wrapping, idKeys } = await openKeyVault({
      db: app,
      files,
      random: randomBytes,
      now,
    })
    const names = createKeyedNames(idKeys)
    const codec = createCodec({ keys, mailboxOf: names.mailbox, random: randomBytes })
    const refuseWithoutSpace = (): void => {
      if (!hasSpace()) throw withoutSpace()
    }
    return {
      ...stores,
      logAdapter: setting.kind,
      /** Whether the log would take an append now. A log outside PostgreSQL says so when its head is read. */
      takesAppends: async (): Promise<boolean> =>
        setting.kind !== 'postgres' ||
        app.query('select log.probe()').then(
          () => true,
          () => false,
        ),
      keys,
      seals: createRowSeals(keys, names),
      store: { log, codec, refuseWithoutSpace } satisfies Events,
      codec,
      hasSpace,
      subjects: createSubjects(app),
      rewrap,
      idKeys,
      names,
      storedImages: createStoredImages({ db: app, wrapping, random: randomBytes, now }),
      /** Only for differences; unlike `now` it never jumps. */
      monotonicMs,
    }
  } catch (error) {
    await stores.close()
    throw error
  }
}
