import type { Position } from '@app/contracts/event-store.ts'
import type { PersonKind } from '@app/contracts/privacy/retention-periods.ts'
import { REMINDERS } from '@app/contracts/events/subscription-events.ts'

/** Instants are milliseconds since 1970. */
export interface PersonRow {
  readonly subject: string
  readonly kind: PersonKind
  readonly profile_id: string | null
  readonly mailbox_id: string | null
  readonly since: number
  readonly last_at: number
  /** Null while it runs. */
  readonly ended_at: number | null
  /** Where the period of retention counts from; null while nothing ends it. */
  readonly counts_from: number | null
  readonly settled: readonly string[]
  readonly consent: string | null
  readonly consent_at: number | null
  readonly consent_position: string | null
}

export interface PersonFact {
  readonly subject: string
  readonly at: number
  readonly position: Position
  readonly change: PersonChange
}

/** Words of the person were kept, perhaps for the first time. */
export interface Kept {
  readonly type: 'kept'
  readonly kind: PersonKind
  readonly profileId?: string | undefined
  readonly mailboxId?: string | undefined
  readonly email?: string | undefined
  readonly consent?: string | undefined
  /** Another cycle begins. */
  readonly reopens?: boolean
}

type PersonChange =
  | Kept
  /** Changes nothing of somebody without words. */
  | { readonly type: 'acted' | 'ended' | 'erased' }
  | { readonly type: 'settled'; readonly reminder: string }

/** Instants only move forward, so that a fact that comes late erases nobody early. */
const latest = (one: number | null, other: number): number => Math.max(one ?? other, other)

export function evolvePerson(
  row: PersonRow | undefined,
  fact: PersonFact,
  mailboxOf: (email: string) => string,
): PersonRow | undefined {
  const { change } = fact
  if (change.type === 'erased') return undefined
  if (change.type === 'kept')
    return counted(kept(row ?? newPerson(fact, change.kind), fact, change, mailboxOf))
  if (row === undefined) return undefined
  const moved = { ...row, last_at: latest(row.last_at, fact.at) }
  if (change.type === 'settled') return counted(settled(moved, change.reminder, fact.at))
  return counted(change.type === 'ended' ? { ...moved, ended_at: latest(row.ended_at, fact.at) } : moved)
}

/** A subscription also ends with the last mail that it waits for. */
function settled(row: PersonRow, reminder: string, at: number): PersonRow {
  const all = REMINDERS.filter((one) => one === reminder || row.settled.includes(one))
  return {
    ...row,
    settled: all,
    ended_at: all.length < REMINDERS.length ? row.ended_at : latest(row.ended_at, at),
  }
}

const newPerson = ({ subject, at }: PersonFact, kind: PersonKind): PersonRow => ({
  subject,
  kind,
  profile_id: null,
  mailbox_id: null,
  since: at,
  last_at: at,
  ended_at: null,
  counts_from: null,
  settled: [],
  consent: null,
  consent_at: null,
  consent_position: null,
})

function kept(
  row: PersonRow,
  { at, position }: PersonFact,
  { profileId, mailboxId, email, consent, reopens = false }: Kept,
  mailboxOf: (email: string) => string,
): PersonRow {
  const isNewest = consent !== undefined && at >= (row.consent_at ?? at)
  return {
    ...row,
    profile_id: profileId ?? row.profile_id,
    mailbox_id: mailboxId ?? (email === undefined ? row.mailbox_id : mailboxOf(email)),
    since: Math.min(row.since, at),
    last_at: latest(row.last_at, at),
    ...(reopens ? { ended_at: null, settled: [] } : {}),
    ...(isNewest ? { consent, consent_at: at, consent_position: String(position) } : {}),
  }
}

/** An account is kept while it lives. */
function counted(row: PersonRow): PersonRow {
  const { kind, last_at, ended_at } = row
  if (kind === 'account') return row
  return { ...row, counts_from: kind === 'visitor' || kind === 'quotation' ? last_at : ended_at }
}
