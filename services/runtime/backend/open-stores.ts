import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type { DatabaseUrls } from '@app/postgres/connection.ts'
import { migrateWhenReady } from '@app/postgres/migrations.ts'
import { createPool, endPool } from '@app/postgres/pool.ts'
import { refusePooler, serverOf } from '@app/postgres/refuse-pooler.ts'
import { refuseOtherLog } from '@app/kernel/refuse-other-log.ts'
import type { BackendRoles } from './backend-roles.ts'
import { openSealedLog, type OpenEventLog } from './open-sealed-log.ts'
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
  readonly openEventLog?: OpenEventLog
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
  const { urls, log, roles, now = () => new Date() } = options
  const startErrorOf = (cause: Error): never => {
    throw cause instanceof StartError ? cause : new StartError(options.unusable(cause.message), { cause })
  }
  await migrateWhenReady(urls.owner, log).catch(startErrorOf)
  const app = createPool(urls.app, { ...roles.app, role: 'svc_app' })
  const projector = createPool(urls.projector, { ...roles.projector, role: 'svc_projector' })
  const closePools = async (): Promise<void> => void (await Promise.all([endPool(projector), endPool(app)]))
  const place = { setting: log.setting, url: urls.app, role: roles.log, now, open: options.openEventLog }
  try {
    await refusePooler(app, 'DATABASE_URL', { ...roles.app, role: 'svc_app' }).catch(startErrorOf)
    if (serverOf(urls.projector) !== serverOf(urls.app)) {
      const wanted = { ...roles.projector, role: 'svc_projector' } as const
      await refusePooler(projector, 'DATABASE_PROJECTOR_URL', wanted).catch(startErrorOf)
    }
    const open = async (): Promise<EventStore> => {
      const opened = await openSealedLog(place)
      return unlessRefused(opened, async () => {
        await refuseOtherLog(projector, opened)
        await check({ app, projector, sealed: opened })
      })
    }
    const sealed = await untilOpen(open, log)
    let closed: Promise<void> | undefined
    const close = (): Promise<void> => (closed ??= sealed.dispose().finally(closePools))
    return { app, projector, sealed, close }
  } catch (error) {
    await closePools()
    throw error
  }
}

async function unlessRefused(opened: EventStore, check: () => Promise<void>): Promise<EventStore> {
  try {
    await check()
    return opened
  } catch (error) {
    await opened.dispose()
    throw error
  }
}
