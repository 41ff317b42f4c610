import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Actor, EventStore, Position } from '@app/contracts/event-store.ts'
import { profilesMadeFor, subscriptionsMadeFor } from '@app/projections/ids-made.ts'
import { evenFrozen } from '../../kernel/codec.ts'
import type { CommandContext, Naming } from '../../kernel/commands.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { createRightsLinks } from '../rights/rights-links.ts'

interface Made {
  readonly ids: readonly string[]
  /** Where the rows that name them end in the log. */
  readonly upTo: Position
}

type Opened = 'keys' | 'subjects' | 'storedImages' | 'ledger' | 'removeMailsTo' | 'removeMailsBefore'

/** Erases and blocks. It reads even the words of frozen people, and shows them to nobody. */
export interface Erasing extends CommandContext, Naming, Pick<Ctx, Opened | 'links'> {
  readonly db: pg.Pool
  /** The search in it needs no keys. */
  readonly sealed: Pick<EventStore, 'readAll' | 'headPosition'>
  readonly profilesMadeFor: (ownerId: string) => Promise<Made>
  /** At most `limit` ids, ascending. */
  readonly subscriptionsMadeFor: (
    profileId: string,
    page: { readonly after: string | undefined; readonly limit: number },
  ) => Promise<Made>
  readonly pause: (ms: number) => Promise<unknown>
  /** Absent where somebody asked for it. A crash before the event may lose it. */
  readonly reason?: 'retention'
}

/** For acts of a mailbox, which may close an account. */
export interface ErasingOwn extends Erasing {
  /** @returns whether it is erased already. @throws Refusal last-administrator, not-found */
  readonly eraseOwn: (accountId: string, actor: Actor) => Promise<boolean>
}

type From = Pick<Ctx, Opened | 'sealed' | 'app' | 'projector' | 'store' | 'names' | 'now' | 'newId'>

export function erasingOf(from: From, pause: Erasing['pause'] = (ms) => sleep(ms)): Erasing {
  const { app: db, projector, keys, now } = from
  return {
    ...from,
    db,
    store: evenFrozen(from.store),
    profilesMadeFor: (ownerId) => profilesMadeFor(projector, ownerId),
    subscriptionsMadeFor: (profileId, page) => subscriptionsMadeFor(projector, profileId, page),
    links: createRightsLinks({ db, keys, now, random: randomBytes }),
    pause,
  }
}
