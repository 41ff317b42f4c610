import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { newId } from '../../kernel/log/ids.ts'
import { openEventLog } from '../../kernel/log/open.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type { DatabaseUrls } from '../../platform/postgres/connection.ts'
import { migrateWhenReady } from '../../platform/postgres/migrations.ts'
import { connectionConfig, createPool, endPool } from '../../platform/postgres/pool.ts'
import { refusePooler } from '../../platform/postgres/refuse-pooler.ts'
import { refuseOtherLog } from '../../kernel/refuse-other-log.ts'
import type { BackendRoles } from './backend-roles.ts'
import { untilOpen, type UntilOpenOptions } from './until-open.ts'

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
  readonly log: Pick<UntilOpenOptions, 'setting' | 'say' | 'signal'>
  readonly roles: BackendRoles
  /** @param cause the database's message */
  readonly unusable: (cause: string) => string
  readonly now?: () => Date
  readonly openEventLog?: typeof openEventLog
}

type LogOptions = Pick<StoresOptions, 'now' | 'openEventLog'> & {
  readonly urls: Pick<DatabaseUrls, 'app'>
  readonly log: Pick<StoresOptions['log'], 'setting'>
  readonly roles: Pick<BackendRoles, 'log'>
}

type Opened = Omit<Stores, 'close'>

/**
 * Writes only the schema and the log's id before `check` has passed. Retries both while the log does not answer.
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
  await migrateWhenReady(urls.owner, log).catch(startErrorOf)
  const app = createPool(urls.app, { ...roles.app, role: 'svc_app' })
  const projector = createPool(urls.projector, { ...roles.projector, role: 'svc_projector' })
  const closePools = async (): Promise<void> => void (await Promise.all([endPool(projector), endPool(app)]))
  try {
    await refusePooler(app, 'DATABASE_URL', 'svc_app').catch(startErrorOf)
    await refusePooler(projector, 'DATABASE_PROJECTOR_URL', 'svc_projector').catch(startErrorOf)
    const open = () =>
      openSealedLog(options, async (sealed) => {
        await refuseOtherLog(projector, sealed)
        await check({ app, projector, sealed })
      })
    const sealed = await untilOpen(open, log)
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
  { urls, log: { setting }, roles, now = () => new Date(), openEventLog: open = openEventLog }: LogOptions,
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
