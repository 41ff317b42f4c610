import type { EventStore } from '@app/contracts/event-store.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { SealedRecord } from '@app/record/sealed-record.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'

export interface EvidenceDeps {
  /** With personal fields opened. */
  readonly store: EventStore
  readonly db: ReadDb
  readonly record: SealedRecord
  readonly pause: (ms: number) => Promise<unknown>
  readonly keys: SubjectKeys
  readonly now: () => Date
}
