import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { envelop } from '@app/event-store/handle.ts'
import { derivedId, newId } from '@app/event-store/ids.ts'
import { ensureBuild } from '@app/projections/runtime/ensure-build.ts'
import type { RunningBuild } from '@app/projections/runtime/checkpoint.ts'
import { createLogFeed } from '@app/projections/runtime/log-feed.ts'
import { runBatch } from '@app/projections/runtime/run-batch.ts'
import { subscriptionsProjection } from '@app/projections/subscriptions/projection.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { eachInFlight } from './in-flight.ts'

const PROFILES = 20
const IN_FLIGHT = 32
const BATCH = 5_000
const BY = { kind: 'system', id: 'bench' } as const

const profileIdOf = (nth: number): string => derivedId(`bench profile ${nth % PROFILES}`)

async function add(
  { store }: Backend,
  stream: string,
  at: Date,
  ...events: readonly DomainEvent[]
): Promise<void> {
  const cause = { actor: BY, occurredAt: at.toISOString(), correlationId: newId() }
  await store.append(
    stream,
    'noStream',
    events.map((event) => envelop(event, newId(), cause)),
  )
}

export async function writeShownProfiles(backend: Backend, at: Date): Promise<void> {
  for (let nth = 0; nth < PROFILES; nth += 1) {
    const ownerId = derivedId(`bench owner ${nth}`)
    const account = { name: 'Juan', email: `juan${nth}@empresa.example`, consent: 'bench' }
    await add(backend, accountStream(ownerId), at, { type: 'AccountRegistered', data: account })
    const details = {
      ...NO_DETAILS,
      name: 'Juan',
      lastname: 'Pérez',
      position: 'Arquitecto',
      company: 'Ñuble',
    }
    const data = { ownerId, slug: `juan-${nth}`, details }
    const picture = { kind: 'profile-image', ref: 'bench', width: 400, height: 400 } as const
    await add(
      backend,
      profileStream(profileIdOf(nth)),
      at,
      { type: 'ProfileCreated', data },
      { type: 'ProfileImageSet', data: picture },
    )
  }
}

/** So many people subscribe at one instant, each with a key of their own. */
export async function subscribeMany(
  backend: Backend,
  ids: SubscriptionIds,
  { name, count, at }: { readonly name: string; readonly count: number; readonly at: Date },
): Promise<void> {
  const people = Array.from({ length: count }, (_, nth) => nth)
  await eachInFlight(people, IN_FLIGHT, (nth) => {
    const data = { profileId: profileIdOf(nth), email: `${name}${nth}@empresa.example`, consent: 'bench' }
    const stream = subscriptionStream(ids.subscription(data.profileId, data.email))
    return add(backend, stream, at, { type: 'ReminderSubscribed', data })
  })
}

export async function projectSubscriptions({ projector: db, sealed, seals, now }: Backend): Promise<void> {
  let build: RunningBuild = await ensureBuild(db, subscriptionsProjection, {
    storeId: sealed.storeId,
    now: now(),
  })
  const feed = createLogFeed(sealed, subscriptionsProjection.handles)
  for (let isDone = false; !isDone;) {
    const batch = await runBatch(
      { db, feed, seals, now, batchEventsMax: BATCH },
      subscriptionsProjection,
      build,
    )
    build = { ...build, position: batch.position, checkpoint: batch.checkpoint }
    isDone = batch.caughtUp
  }
}
