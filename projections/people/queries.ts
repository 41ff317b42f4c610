import { UUID } from '@app/contracts/fields/uuid.ts'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { ExpiringKind, PersonKind } from '@app/contracts/privacy/retention-periods.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { Database } from '@app/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import type { ReadDb } from '../read-db.ts'

/** Of whom personal words are kept. */
export interface KeptPerson {
  readonly subject: string
  readonly kind: PersonKind
  readonly profileId: string | null
  /** Keyed hash of the e-mail; null without one. */
  readonly mailboxId: string | null
  readonly since: Date
  readonly lastAt: Date
  /** Null while it runs. */
  readonly endedAt: Date | null
  /** Version of the text that was accepted last, when, and where in the log. */
  readonly consent: string | null
  readonly consentAt: Date | null
  readonly consentPosition: Position | null
}

/** The last person of the page before, in the order of the query. */
export interface PersonPlace {
  readonly atMs: number
  readonly subject: string
}

interface Reading {
  readonly db: ReadDb
}

const dateOf = (ms: string | null): Date | null => (ms === null ? null : new Date(Number(ms)))

const personOf = (row: Selectable<Database['read.people']>): KeptPerson => ({
  subject: row.subject,
  kind: row.kind,
  profileId: row.profile_id,
  mailboxId: row.mailbox_id,
  since: new Date(Number(row.since)),
  lastAt: new Date(Number(row.last_at)),
  endedAt: dateOf(row.ended_at),
  consent: row.consent,
  consentAt: dateOf(row.consent_at),
  consentPosition: row.consent_position === null ? null : positionOf(row.consent_position),
})

const people = (db: ReadDb) => createKysely(db).selectFrom('read.people').selectAll()

/**
 * Of whom this mailbox proves words, the newest first, `limit` quotations at most: strangers may type its address there,
 * and neither these nor its requests may hide anything else. `until`: who was there then.
 */
export async function peopleOfMailbox(
  { db }: Reading,
  mailboxId: string,
  limit: number,
  until?: Date,
): Promise<readonly KeptPerson[]> {
  if (!UUID.test(mailboxId)) return []
  const newest = async (areQuotations: boolean) => {
    const rows = await people(db)
      .where('mailbox_id', '=', mailboxId)
      .where(sql<boolean>`kind <> 'request'`)
      .where(sql<boolean>`(kind = 'quotation') = ${areQuotations}`)
      .$if(until !== undefined, (all) => all.where('since', '<=', String(until!.getTime())))
      .orderBy('since', 'desc')
      .orderBy('subject', 'desc')
      .limit(limit)
      .execute()
    return rows.map(personOf)
  }
  const [quotations, others] = await Promise.all([newest(true), newest(false)])
  return [...others, ...quotations].toSorted((one, other) => other.since.getTime() - one.since.getTime())
}

export async function findPerson({ db }: Reading, subject: string): Promise<KeptPerson | undefined> {
  const row = await people(db).where('subject', '=', subject).executeTakeFirst()
  return row && personOf(row)
}

/** Whose period of retention began before an instant, the longest kept first. */
export async function duePeople(
  { db }: Reading,
  asked: {
    readonly kind: ExpiringKind
    readonly before: Date
    readonly after?: PersonPlace | undefined
    readonly limit: number
  },
): Promise<readonly (KeptPerson & { readonly place: PersonPlace })[]> {
  const { kind, before, after, limit } = asked
  const rows = await people(db)
    .where('kind', '=', kind)
    .where('counts_from', '<', String(before.getTime()))
    .$if(after !== undefined, (all) => all.where(isAfter(after!)))
    .orderBy('counts_from')
    .orderBy('subject')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...personOf(row),
    place: { atMs: Number(row.counts_from), subject: row.subject },
  }))
}

/** How many of each kind `duePeople` finds. */
export async function countDuePeople(
  { db }: Reading,
  { kind, before }: { readonly kind: ExpiringKind; readonly before: Date },
): Promise<number> {
  const { count } = await createKysely(db)
    .selectFrom('read.people')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('kind', '=', kind)
    .where('counts_from', '<', String(before.getTime()))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const isAfter = ({ atMs, subject }: PersonPlace) =>
  sql<boolean>`(counts_from, subject) > (${atMs}::bigint, ${subject})`
