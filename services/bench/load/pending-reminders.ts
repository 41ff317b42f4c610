import type { StoredEvent } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { ensureBuild } from '@app/projections/runtime/ensure-build.ts'
import { subscriptionsProjection } from '@app/projections/subscriptions/projection.ts'
import type pg from 'pg'
import { foldEvents, unloggedEvent } from './fold-events.ts'

export interface Pending {
  /** All whose first reminder is still to come. */
  readonly pending: number
  /** Those among them that subscribed by `untilMs`. */
  readonly due: number
  readonly untilMs: number
}

const BATCH = 5_000
const PROFILES = 1_000
const SEED = 20_261_122
/** As long as the ciphertext of an address. */
const SEALED = { sealed: `${'A'.repeat(12)}.${'B'.repeat(80)}` }
const DAY_MS = 86_400_000
const WAITED_MS = 7 * DAY_MS

/** Folds subscriptions into the product's build, without a log: a million keys would be made for nobody. */
export async function fillPending(db: pg.Pool, { pending, due, untilMs }: Pending): Promise<void> {
  const place = { storeId: '00000000-0000-4000-8000-000000000001', now: new Date(untilMs) }
  await ensureBuild(db, subscriptionsProjection, place)
  const random = createRandom(SEED)
  const profiles = Array.from({ length: PROFILES }, () => uuidOf(random))
  const eventOf = (nth: number): StoredEvent => {
    const id = uuidOf(random)
    const waitsMs = nth < due ? -nth * 1_000 : 1 + Math.floor((WAITED_MS * (nth - due)) / pending)
    const data = { profileId: profiles[nth % PROFILES]!, email: SEALED, consent: 'subscribe-2026-11' }
    const stream = subscriptionStream(id)
    const atMs = untilMs + waitsMs
    return unloggedEvent({ id, stream, type: 'ReminderSubscribed', data, atMs, keyRef: stream })
  }
  for (let from = 0; from < pending; from += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, pending - from) }, (_, n) => eventOf(from + n))
    await foldEvents(db, subscriptionsProjection, { events })
  }
}
