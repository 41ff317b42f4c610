import type { StoredEvent } from '@app/contracts/event-store.ts'
import { UnknownEventVersion, type EventType } from '@app/contracts/events/catalogue.ts'
import { TryAgain } from './handle-or-park.ts'
import { subscribe, type Running, type Subscription, type SubscriptionDeps } from './subscription.ts'
import { causeText } from '../platform/observability/log.ts'
import type pg from 'pg'
import type { CommandContext, Naming } from './commands.ts'

export interface Reaction {
  readonly name: string
  readonly types: readonly EventType[]
  /** An event that it cannot handle blocks the later ones, instead of being parked. */
  readonly isNeverSkipped?: true
  /** Must be idempotent, also at several processes at once. @param tx its writes are done once, with the checkpoint */
  readonly react: (
    deps: CommandContext & Naming,
    event: StoredEvent,
    tx?: Pick<pg.PoolClient, 'query'>,
  ) => Promise<void>
}

export interface ReactionDeps extends CommandContext, Naming, SubscriptionDeps {
  readonly graceMs?: number
}

const GRACE_MS = 1_000
const BEAT_MS = 5_000

/** Several processes may run them at once: one of them handles an event. */
export function startReactions(deps: ReactionDeps, reactions: readonly Reaction[]): Running {
  const running = reactions.map((reaction) => subscribe(deps, subscriptionOf(deps, reaction)))
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}

function subscriptionOf(deps: ReactionDeps, reaction: Reaction): Subscription {
  return {
    name: reaction.name,
    types: reaction.types,
    log: deps.store.log,
    decrypt: (events) => deps.store.codec.decrypt(events, { frozen: deps.store.frozen }),
    // The checkpoint moves after each one, so that a failure repeats none before it.
    eventsMax: 1,
    graceMs: deps.graceMs ?? GRACE_MS,
    subjectOf: ({ id }) => id,
    handle: (events, tx) =>
      whileAlive(tx, async () => {
        for (const event of events)
          await reaction.react(deps, event, tx).catch((error: unknown) => {
            if (reaction.isNeverSkipped !== true || error instanceof UnknownEventVersion) throw error
            throw new TryAgain(`at position ${event.position}: ${causeText(error)}`, { cause: error })
          })
      }),
  }
}

/** A reaction works on other connections: a sign of life keeps its transaction from looking frozen. */
async function whileAlive(tx: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  const beat = setInterval(() => void tx.query('select').catch(() => undefined), BEAT_MS)
  try {
    await work()
  } finally {
    clearInterval(beat)
  }
}
