import type { Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { openCheckpoint, placeAt } from './checkpoint.ts'
import { step, type Batch, type Subscription } from './subscription.ts'

/** An error thrown here ends the work, which continues there the next time. */
export type OnBatch = (position: Position, batch: Batch) => Promise<void> | void

/** Handles everything up to a position and no further, even if other processes do so too. */
export async function catchUp(
  { db, onBatch }: { readonly db: pg.Pool; readonly onBatch?: OnBatch | undefined },
  subscription: Subscription,
  until: Position,
): Promise<void> {
  const { name, log } = subscription
  for (let place = placeAt(await openCheckpoint(db, log, name), false); place.written < until;) {
    const next = await step(db, subscription, { ...place, writtenMs: -Infinity }, until)
    place = next.place
    if (next.batch !== undefined) await onBatch?.(place.written, next.batch)
  }
}
