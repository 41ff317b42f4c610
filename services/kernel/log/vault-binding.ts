import { StoreError, type EventMeta, type EventStore, type Revision } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { STORE_IDENTITY_STREAM } from '@app/contracts/record/events.ts'

export interface VaultBinding {
  /** Undefined in a new log. */
  readonly vaultId: string | undefined
  /** Revision of the last event of the log's identity. */
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
