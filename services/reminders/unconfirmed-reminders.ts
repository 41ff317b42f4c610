import type { EventOf } from '@app/contracts/events/define.ts'
import { reminderSubscribed, subscriptionStream } from '@app/contracts/reminders/events.ts'
import type pg from 'pg'
import { open, seal } from '../kernel/keys/sealing.ts'
import type { SubjectKeys } from '../kernel/keys/subject-keys.ts'
import type { Ctx } from '../platform/ctx.ts'

type UnconfirmedWish = EventOf<typeof reminderSubscribed>['data']

export interface UnconfirmedReminder {
  readonly subscriptionId: string
  /** The confirmation appends an event with it. */
  readonly eventId: string
  readonly askedAt: Date
  readonly expiresAt: Date
  readonly isCancelled: boolean
  /** Undefined once the key is gone. */
  readonly wish: UnconfirmedWish | undefined
}

interface AskedReminder {
  readonly subscriptionId: string
  /** As the stream of suppressions is named. */
  readonly mailbox: string
  /** As `SubscriptionIds.address` names it. */
  readonly address: string
  readonly eventId: string
  readonly wish: UnconfirmedWish
  readonly expiresAt: Date
}

interface Row {
  readonly subscription_id: string
  readonly event_id: string
  readonly sealed: Buffer
  readonly asked_at: Date
  readonly expires_at: Date
  readonly is_cancelled: boolean
}

const OF_VISITOR_MAX = 20
const FORGOTTEN_AT_ONCE = 100

const FORGET = `
  delete from vault.unconfirmed_reminders where subscription_id in (
    select subscription_id from vault.unconfirmed_reminders where expires_at <= $1 limit $2
  )`
const KEEP = `
  insert into vault.unconfirmed_reminders
    (subscription_id, mailbox, profile_id, visitor_id, event_id, sealed, asked_at, expires_at, address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (subscription_id) do update set
    visitor_id = excluded.visitor_id, event_id = excluded.event_id, address = excluded.address, sealed = excluded.sealed,
    asked_at = excluded.asked_at, expires_at = excluded.expires_at, is_cancelled = false`
const FOUND = `
  select subscription_id, event_id, sealed, asked_at, expires_at, is_cancelled
  from vault.unconfirmed_reminders where expires_at > $1`
const IDS = 'select subscription_id from vault.unconfirmed_reminders'

const placeOf = (subscriptionId: string): string => `unconfirmed-reminder:${subscriptionId}`

export type UnconfirmedReminders = ReturnType<typeof createUnconfirmedReminders>

/** Wishes of mailboxes that had refused all reminders, until they are confirmed by mail or expire. */
export function createUnconfirmedReminders(
  vault: Pick<Ctx, 'keys' | 'random' | 'now'> & { readonly db: pg.Pool },
) {
  const { db, keys, random, now } = vault
  const opened = (rows: readonly Row[]) => openedBy(keys, rows)
  return {
    keep: async (asked: AskedReminder): Promise<void> => {
      const { subscriptionId, mailbox, address, eventId, wish, expiresAt } = asked
      const key = await keys.forWriting(subscriptionStream(subscriptionId))
      const sealed = seal(key, placeOf(subscriptionId), Buffer.from(JSON.stringify(wish)), random)
      await db.query(FORGET, [now(), FORGOTTEN_AT_ONCE])
      const of = [subscriptionId, mailbox, wish.profileId, wish.visitorId ?? null]
      await db.query(KEEP, [...of, eventId, sealed, now(), expiresAt, address])
    },
    find: async (subscriptionId: string): Promise<UnconfirmedReminder | undefined> => {
      const { rows } = await db.query<Row>(`${FOUND} and subscription_id = $2`, [now(), subscriptionId])
      return (await opened(rows))[0]
    },
    ofVisitor: async ({
      profileId,
      visitorId,
    }: {
      readonly profileId: string
      readonly visitorId: string
    }) => {
      const { rows } = await db.query<Row>(
        `${FOUND} and profile_id = $2 and visitor_id = $3 order by asked_at desc limit $4`,
        [now(), profileId, visitorId, OF_VISITOR_MAX],
      )
      return opened(rows)
    },
    /** The owner then sees it as a cancelled subscription. */
    cancel: async (ids: readonly string[]): Promise<void> => {
      await db.query(
        'update vault.unconfirmed_reminders set is_cancelled = true where subscription_id = any($1::uuid[])',
        [ids],
      )
    },
    remove: async (ids: readonly string[]): Promise<void> => {
      await db.query('delete from vault.unconfirmed_reminders where subscription_id = any($1::uuid[])', [ids])
    },
    /** Finds those of exactly this address of the mailbox. */
    idsOfAddress: (address: string) => idsFound(db, `${IDS} where address = $1`, [address]),
    /** At most one for each profile. */
    idsOfMailbox: (mailbox: string) => idsFound(db, `${IDS} where mailbox = $1`, [mailbox]),
    idsOfProfile: (profileId: string, limit: number) =>
      idsFound(db, `${IDS} where profile_id = $1 limit $2`, [profileId, limit]),
  }
}

async function openedBy(
  keys: Pick<SubjectKeys, 'forReading'>,
  rows: readonly Row[],
): Promise<readonly UnconfirmedReminder[]> {
  const subjects = rows.map(({ subscription_id: id }) => subscriptionStream(id))
  const found = await keys.forReading(subjects)
  return rows.map((row, nth) => ({
    subscriptionId: row.subscription_id,
    eventId: row.event_id,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    isCancelled: row.is_cancelled,
    wish: wishIn(row, found.get(subjects[nth]!)),
  }))
}

async function idsFound(
  db: pg.Pool,
  statement: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  const { rows } = await db.query<Pick<Row, 'subscription_id'>>(statement, [...values])
  return rows.map(({ subscription_id: id }) => id)
}

function wishIn({ subscription_id: id, sealed }: Row, key: Buffer | undefined): UnconfirmedWish | undefined {
  if (key === undefined) return undefined
  return reminderSubscribed.written.parse(JSON.parse(open(key, placeOf(id), sealed).toString()))
}
