import type { EventStore, NewEvent } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { connectionConfig, openPool } from '@app/postgres/pool.ts'
import type pg from 'pg'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import type { SealerDeps } from '../sealing/sealer.ts'
import { noteSigner } from '../signed-note.ts'
import { createTreeStore } from '../tree/tree-store.ts'
import { createLogKeys, type SealTrust } from '../trusted-seals.ts'
import { createHeadInMemory } from './head-in-memory.ts'

/** A log of a test, its tree and its seals. */
export interface SealedLog extends SealerDeps {
  readonly log: EventStore
  readonly pool: pg.Pool
  readonly signer: ReturnType<typeof noteSigner>
}

/** @param url of the database that has the tree. Its pool is to be ended. */
export function sealerOn(
  log: EventStore,
  url: string,
  deps: Pick<SealedLog, 'signer' | 'now' | 'newId'>,
): SealedLog {
  const connection = connectionConfig(url, { role: 'svc_projector', applicationName: 'sealer' })
  const pool = openPool({ ...connection, max: 4 })
  return { log, pool, tree: createTreeStore(pool, log.storeId), head: createHeadInMemory(), ...deps }
}

export const signer = noteSigner('tarjetas.test/registro', Buffer.alloc(32, 1))

/** A log in memory, and its tree in a database of its own. */
export async function openSealer(now: () => Date, rows = createMemoryLog()): Promise<SealedLog> {
  const { url } = await createTestDatabase()
  return sealerOn(await openMemoryEventStore(rows, { now, newId }), url, { signer, now, newId })
}

/** As the product reads its seals. */
export const trustOf = ({
  log,
  tree,
  pool,
  head,
  signer: { vkey },
}: Pick<SealedLog, 'log' | 'tree' | 'pool' | 'head' | 'signer'>): SealTrust => ({
  db: pool,
  tree,
  keyOf: createLogKeys(log, vkey, head),
})

export function newEvent(): NewEvent {
  const id = newId()
  const actor = { kind: 'system', id: 'test' } as const
  const meta = { actor, occurredAt: '2026-11-23T12:00:00.000Z', correlationId: id, causationId: null }
  return { id, type: 'ProfileActivated', version: 1, data: { nth: id }, meta }
}

export async function appendMany(log: EventStore, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 500)
    await log.append(`test-${newId()}`, 'noStream', Array.from({ length: Math.min(500, left) }, newEvent))
}
