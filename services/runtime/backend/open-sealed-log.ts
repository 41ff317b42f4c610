import type { EventStore } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { openEventLog, type EventLogDeps, type EventLogLocation } from '@app/event-store/open.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import type { BackendRoles } from './backend-roles.ts'

export type OpenEventLog = (location: EventLogLocation, deps: EventLogDeps) => Promise<EventStore>

export interface LogOptions {
  readonly setting: EventStoreSetting
  readonly url: string
  readonly role: BackendRoles['log']
  readonly now: () => Date
  readonly open?: OpenEventLog | undefined
}

/** @throws StoreError as its adapters do */
export async function openSealedLog({
  setting,
  url,
  role,
  now,
  open = openEventLog,
}: LogOptions): Promise<EventStore> {
  const connection = connectionConfig(url, { ...role, role: 'svc_app' })
  const location = setting.kind === 'postgres' ? { ...setting, connection } : setting
  const log = await open(location, { now, newId })
  try {
    // A user may have the right to read single streams, but not the whole log.
    await log.headPosition()
    return log
  } catch (error) {
    await log.dispose()
    throw error
  }
}
