import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { subscription, type Subscription } from './subscription.ts'
import { handle, load, causeFollowing, type CommandContext } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { Reaction } from '../kernel/reaction.ts'
import { listOfProfile, findActiveOfVisitor } from '@app/projections/subscriptions/queries.ts'
import type { ReadDb } from '../kernel/models/projection.ts'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import type { WaitFor } from '../kernel/wait-for.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { ownExclusionOf, userAgentOf } from '@app/projections/traffic/request-signs.ts'

export interface AwaitedRows {
  readonly db: ReadDb
  readonly waitFor: WaitFor
}

const ROWS = ['subscriptions']

/** @throws Error while the rows lack events from before this one: the reaction tries again */
async function rowsUpTo({ waitFor }: AwaitedRows, { position }: StoredEvent): Promise<void> {
  if (!(await waitFor(ROWS, position))) throw new Error('the read model of subscriptions is behind')
}

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

type Downloaded = PastEventOf<'ContactDownloaded'>['data']

export const conversionReaction = (rows: AwaitedRows): Reaction => ({
  name: 'reminder-conversion',
  types: ['ContactDownloaded'],
  isNeverSkipped: true,
  react: async (context, stored) => {
    const event = readEvent(stored)
    if (event.type !== 'ContactDownloaded' || isExcluded(event.data, stored)) return
    await rowsUpTo(rows, stored)
    for (const { subscriptionId } of await findActiveOfVisitor(rows.db, event.data))
      await convert(context, subscriptionId, event.data, stored)
  },
})

function isExcluded({ userAgent, purpose, request }: Downloaded, { meta }: StoredEvent): boolean {
  const { isRobot } = userAgentOf(userAgent)
  return ownExclusionOf({ isRobot, purpose, request, actorKind: meta.actor.kind }) !== null
}

async function convert(
  { store, now }: CommandContext,
  subscriptionId: string,
  downloaded: Downloaded,
  stored: StoredEvent,
): Promise<void> {
  const stream = subscriptionStream(subscriptionId)
  // The row may be of another cycle than its stream.
  const { state } = await load(store, subscription, stream)
  if (state.status === 'none' || !isWishBefore(state, downloaded, stored)) return
  const command = { type: 'Convert', cycle: state.cycle, by: { how: 'contact', eventId: stored.id } } as const
  const newId = (): string => derivedId(`${stored.id} converts ${subscriptionId}`)
  await handle(store, subscription, { stream, command, cause: causeFollowing({ now }, stored), newId })
}

/** By the time of both events: a download may be recorded late. */
const isWishBefore = (
  { visitorId, subscribedAt }: Exclude<Subscription, { status: 'none' }>,
  downloaded: Downloaded,
  { meta }: StoredEvent,
): boolean =>
  visitorId?.toLowerCase() === downloaded.visitorId.toLowerCase() &&
  Date.parse(subscribedAt) <= Date.parse(meta.occurredAt)
