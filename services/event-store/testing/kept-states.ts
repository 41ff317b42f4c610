import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { erasureStream } from '@app/contracts/events/record.ts'
import { profile, type ProfileCommand } from '@app/domain/profile.ts'
import { newId } from '../ids.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import { createSealedSnapshots } from '@app/vault/seals/sealed-snapshots.ts'
import { beginEpoch, wrappedBy } from '@app/vault/testing/one-epoch.ts'
import { createSubjects } from '@app/vault/keys/subjects.ts'
import { createSubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { createFoldedStates, type FoldedStatesDeps } from '../states/folded-states.ts'
import { withFoldedStates } from '../states/folded-store.ts'
import { envelop, handle, load, type StateSource } from '../handle.ts'
import { openMemoryEventStore, type createMemoryLog } from './memory-store.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const masterKey = Buffer.alloc(32, 7)
const cause = {
  actor: { kind: 'owner', id: 'ana' },
  occurredAt: now().toISOString(),
  correlationId: newId(),
} as const

/** How often snapshots are taken in tests, where streams are short. */
export const EVERY_EVENTS = 5

export const change = (store: EventStore & StateSource, id: string, command: ProfileCommand) =>
  handle(store, profile, { stream: profileStream(id), command, cause, newId })

const eventOf = (name: string, isFirst: boolean): DomainEvent =>
  isFirst
    ? {
        type: 'ProfileCreated',
        data: { ownerId: 'ana', slug: 'ana-paz', details: { ...NO_DETAILS, name } },
      }
    : { type: 'ProfileEdited', data: { changes: { name }, typed: {} } }

/** The log's event of a person whose key is gone, or kept back. */
export const tell = (
  side: Side,
  subject: string,
  type: 'SubjectErased' | 'SubjectBlocked' = 'SubjectErased',
) => {
  const id = newId()
  const event: DomainEvent =
    type === 'SubjectErased' ? { type, data: { subject } } : { type, data: { subject, requestId: id } }
  return side.plain.append(erasureStream(id), 'noStream', [envelop(event, id, cause)])
}

/** A process over a log and a vault, with a cache of its own. */
export async function openSide(
  log: ReturnType<typeof createMemoryLog>,
  db: pg.Pool,
  options: Partial<FoldedStatesDeps> = {},
) {
  const bare = await openMemoryEventStore(log, { now, newId })
  await beginEpoch(db)
  const keys = createSubjectKeys({ db, wrapping: wrappedBy(masterKey), random: randomBytes, now })
  let eventsRead = 0
  const counted: EventStore = {
    ...bare,
    readStream: async (...asked) => {
      const page = await bare.readStream(...asked)
      eventsRead += page.length
      return page
    },
  }
  const plain = createSealedStore(counted, { keys, mailboxOf: () => newId(), random: randomBytes })
  const snapshots = createSealedSnapshots({ db, keys, storeId: bare.storeId, random: randomBytes })
  const onTrouble = (error: unknown): never => {
    throw error
  }
  const open = () => {
    const folded = createFoldedStates({ snapshots, onTrouble, snapshotEveryEvents: EVERY_EVENTS, ...options })
    return withFoldedStates(plain, { folded, losses: keys.losses, askEveryMs: 20 })
  }
  let store = await open()

  return {
    keys,
    subjects: createSubjects(db),
    snapshots,
    /** Without cache and snapshots. */
    plain,
    store: () => store,
    edit: (id: string, name: string) =>
      change(store, id, { type: 'EditProfile', details: { name }, theme: {} }),
    /** Appends this many events at once; the first one creates a missing profile. */
    write: async (id: string, names: readonly string[]) => {
      const stream = profileStream(id)
      const head = await bare.head(stream)
      if (head === 'closed') throw new Error('nobody closes streams here')
      const events = names.map((name, n) => eventOf(name, head === 'noStream' && n === 0))
      const sealed = events.map((event) => envelop(event, newId(), cause))
      return plain.append(stream, head, sealed)
    },
    remembered: async (id: string) => (await load(store, profile, profileStream(id))).state,
    whole: async (id: string) => (await load(plain, profile, profileStream(id))).state,
    /** How many events the log gave while something was done. */
    reading: async (work: () => Promise<unknown>): Promise<number> => {
      const before = eventsRead
      await work()
      return eventsRead - before
    },
    /** Dies and starts again: only its snapshots are left. */
    crash: async () => {
      await store.folded.settled()
      store = await open()
    },
    settled: () => store.folded.settled(),
  }
}
export type Side = Awaited<ReturnType<typeof openSide>>
