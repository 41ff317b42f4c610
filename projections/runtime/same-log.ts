import type { EventStore } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type pg from 'pg'
import { listBuilds } from './builds.ts'

/**
 * Read models belong to the log they were made from. Beside another one they would stand still for ever, and whatever
 * is recorded meanwhile would be missing from the log they belong to: so nothing is begun.
 * @throws StartError saying what to do
 */
export async function refuseOtherLog(db: pg.Pool, { storeId }: Pick<EventStore, 'storeId'>): Promise<void> {
  const foreign = (await listBuilds(db)).filter((build) => build.storeId !== storeId)
  if (foreign.length === 0) return
  throw new StartError(
    'Las vistas de esta base de datos salen de otro registro de eventos: vuelve a usar el de antes (EVENT_STORE y EVENTSTORE_URL), o usa otra carpeta de datos (DATA_DIR) u otra base de datos (DATABASE_URL).',
  )
}
