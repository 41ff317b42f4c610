import { visitorIn } from '@app/contracts/taps.ts'
import { subscription } from '../../reminders/subscription.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import type { StreamReading } from '../../kernel/codec.ts'
import { load } from '../../kernel/commands.ts'
import type { StoredSubject } from '../../kernel/keys/subjects.ts'
import type { Ctx } from '../../platform/ctx.ts'

export interface KeptSubject extends StoredSubject {
  readonly kind: 'visitor' | 'subscription' | 'quotation' | 'account'
}

/** The public id of a thing: the subject of a visitor has the id that proves who they are. */
export const thingIdOf = (subject: string): string => derivedId(`thing ${subject}`)

/** Strangers may type an address into the form of quotations: more are handled in turns. */
export const KEPT_AT_ONCE_MAX = 1_000

/** Newest first. @param until nothing left later: strangers may type an address so often that it hides all else */
export async function keptSubjects(
  { subjects }: Pick<Ctx, 'subjects'>,
  mailboxId: string,
  until?: Date,
): Promise<readonly KeptSubject[]> {
  const stored = await subjects.ofMailbox(mailboxId, KEPT_AT_ONCE_MAX, until)
  return stored.map((row) => ({ ...row, kind: kindOf(row.subject) })).toSorted(newestFirst)
}

export async function profileIdOf(
  { store }: { readonly store: StreamReading },
  { subject, kind }: KeptSubject,
): Promise<string | undefined> {
  if (kind === 'visitor') return visitorIn(subject).profileId
  if (kind !== 'subscription') return undefined
  const { state } = await load(store, subscription, subject)
  return state.status === 'none' ? undefined : state.profileId
}

const kindOf = (subject: string): KeptSubject['kind'] =>
  subject.slice(0, subject.indexOf('-')) as KeptSubject['kind']

const newestFirst = (one: KeptSubject, other: KeptSubject): number =>
  other.since.getTime() - one.since.getTime() || (one.subject < other.subject ? 1 : -1)
