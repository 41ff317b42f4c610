import {
  StoreError,
  isStoreError,
  type EventStore,
  type EventMeta,
  type Revision,
} from '@app/contracts/event-store.ts'
import { STORE_IDENTITY_STREAM } from '@app/contracts/record.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import type { CommandContext } from '../commands.ts'

/** Checkpoints belong to this id. The process that opens the log first writes it as the first event. */
export async function ensureStoreIdentity(
  store: Pick<EventStore, 'append' | 'readStream'>,
  { now, newId }: Pick<CommandContext, 'now' | 'newId'>,
): Promise<string> {
  const existing = await findIdentity(store)
  if (existing !== undefined) return existing
  const id = newId()
  const actor = { kind: 'system', id: 'event-store' } as const
  const meta = { actor, occurredAt: now().toISOString(), correlationId: id, causationId: null }
  const created = { id, type: 'StoreCreated', version: 1, data: { storeId: newId() }, meta }
  await store.append(STORE_IDENTITY_STREAM, 'noStream', [created]).catch((error: unknown) => {
    if (!isStoreError(error, 'Conflict')) throw error // another process was first
  })
  const written = await findIdentity(store)
  if (written === undefined)
    throw new StoreError('Unavailable', `stream ${STORE_IDENTITY_STREAM}: written but not readable`)
  return written
}

async function findIdentity(store: Pick<EventStore, 'readStream'>): Promise<string | undefined> {
  const [first] = await store.readStream(STORE_IDENTITY_STREAM, { limit: 1 })
  if (first === undefined) return undefined
  const { storeId } = first.data
  if (first.type === 'StoreCreated' && typeof storeId === 'string') return storeId
  const words = `stream ${STORE_IDENTITY_STREAM}: its first event does not name the store`
  throw new StoreError('Corrupt', words, { facts: { position: first.position } })
}

export interface VaultBinding {
  readonly vaultId: string | undefined
  readonly revision: Revision
}

/** @throws StoreError Corrupt when the log's identity ends in an event of another kind */
export async function findVaultBinding(log: Pick<EventStore, 'readStream'>): Promise<VaultBinding> {
  const [last] = await log.readStream(STORE_IDENTITY_STREAM, { direction: 'backward', limit: 1 })
  if (last?.type === 'StoreCreated') return { vaultId: undefined, revision: last.revision }
  if (last?.type === 'VaultBound') {
    const { data } = readEvent(last) as PastEventOf<'VaultBound'>
    return { vaultId: data.vaultId, revision: last.revision }
  }
  throw new StoreError('Corrupt', `stream ${STORE_IDENTITY_STREAM}: it ends in an event of another kind`)
}

/** @throws StoreError Conflict when another process has bound the log since `after` was read */
export async function bindVault(
  log: Pick<EventStore, 'append'>,
  { vaultId, after }: { readonly vaultId: string; readonly after: VaultBinding },
  { id, ...cause }: Pick<EventMeta, 'actor' | 'occurredAt'> & { readonly id: string },
): Promise<void> {
  const meta = { ...cause, correlationId: id, causationId: null }
  const bound = { id, type: 'VaultBound', version: 1, data: { vaultId }, meta }
  await log.append(STORE_IDENTITY_STREAM, after.revision, [bound])
}
