import { profileStream } from '@app/contracts/events/profile-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { subscription } from '@app/domain/subscription.ts'
import { handle } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { causeFollowing } from '@app/processes/command-context.ts'
import type { Reaction } from '@app/processes/reactions/follow-reaction.ts'
import { listOfProfile } from '@app/projections/subscriptions/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { rowsUpTo, type AwaitedRows } from './awaited-rows.ts'

const PROFILE_PREFIX = profileStream('')
const PAGE = 100

/** Nobody is reminded of a deleted profile. An inactive one may be activated again, so it ends nothing. */
export const deletionReaction = (rows: AwaitedRows): Reaction => ({
  name: 'reminders-of-deleted',
  types: ['ProfileDeleted'],
  isNeverSkipped: true,
  react: async ({ store, now }, stored) => {
    await rowsUpTo(rows, stored)
    const command = { type: 'Cancel', by: 'profile' } as const
    const cause = causeFollowing({ now }, stored)
    for await (const id of activeOf(rows.db, stored.stream.slice(PROFILE_PREFIX.length))) {
      const newId = (): string => derivedId(`${stored.id} cancels ${id}`)
      await handle(store, subscription, { stream: subscriptionStream(id), command, cause, newId })
    }
  },
})

async function* activeOf(db: ReadDb, profileId: string): AsyncGenerator<string> {
  for (let after: string | undefined; ;) {
    const page = await listOfProfile(db, { profileId, after, limit: PAGE })
    for (const { subscriptionId, status } of page) if (status === 'active') yield subscriptionId
    if (page.length < PAGE) return
    after = page.at(-1)!.subscriptionId
  }
}
