import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import { visitorKeyOf, type VisitorKey } from './visitor-day.ts'

export type TrafficCorrection =
  | {
      readonly kind: 'correction-applied'
      readonly correctionId: string
      readonly profileId: string
      readonly facts: readonly { readonly visitorId: string; readonly eventId: string }[]
    }
  | { readonly kind: 'correction-withdrawn'; readonly correctionId: string; readonly profileId: string }

/** By visitor: days with stored facts that must be judged again. */
export type CorrectedDays = ReadonlyMap<
  string,
  { readonly key: VisitorKey; readonly days: ReadonlySet<string> }
>

interface Corrected extends VisitorKey {
  readonly eventId: string
}

export async function applyCorrections(
  tx: BuildTransaction,
  corrections: readonly TrafficCorrection[],
): Promise<CorrectedDays> {
  const corrected: Corrected[] = []
  for (const correction of corrections) {
    const facts =
      correction.kind === 'correction-applied'
        ? await insertCorrection(tx, correction)
        : await deleteCorrection(tx, correction)
    corrected.push(...facts.map((fact) => ({ ...fact, profileId: correction.profileId })))
  }
  return corrected.length === 0 ? new Map() : daysOf(tx, corrected)
}

type FactsOf = Promise<readonly Omit<Corrected, 'profileId'>[]>

async function insertCorrection(
  tx: BuildTransaction,
  { profileId, correctionId, facts }: Extract<TrafficCorrection, { kind: 'correction-applied' }>,
): FactsOf {
  await tx.query(
    `insert into traffic_corrections (profile_id, correction_id, visitor_id, event_id)
     select $1, $2, * from unnest($3::uuid[], $4::uuid[]) on conflict do nothing`,
    [profileId, correctionId, facts.map(({ visitorId }) => visitorId), facts.map(({ eventId }) => eventId)],
  )
  return facts
}

/** Matches the profile too: a withdrawal must not affect corrections of other profiles. */
const deleteCorrection = (tx: BuildTransaction, { profileId, correctionId }: TrafficCorrection): FactsOf =>
  tx.query(
    `delete from traffic_corrections where profile_id = $1 and correction_id = $2
     returning visitor_id as "visitorId", event_id as "eventId"`,
    [profileId, correctionId],
  )

/**
 * Reads the facts of each visitor once in the database, whatever the number of corrections; only their days come back.
 * The array of ids is hashed. An id of another visitor among them only folds a day again.
 */
async function daysOf(tx: BuildTransaction, corrected: readonly Corrected[]): Promise<CorrectedDays> {
  const rows = await tx.query<VisitorKey & { at: string }>(
    `select f.profile_id as "profileId", f.visitor_id as "visitorId", f.at
     from (select distinct profile_id, visitor_id from unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id)) k
     cross join lateral (select * from traffic_facts t where t.profile_id = k.profile_id and t.visitor_id = k.visitor_id
       and t.event_id = any($3::uuid[]) and t.ground is null offset 0) f`,
    [
      corrected.map(({ profileId }) => profileId),
      corrected.map(({ visitorId }) => visitorId),
      corrected.map(({ eventId }) => eventId),
    ],
  )
  const days = new Map<string, { key: VisitorKey; days: Set<string> }>()
  for (const { at, ...key } of rows) {
    const id = visitorKeyOf(key)
    const known = days.get(id) ?? { key, days: new Set<string>() }
    known.days.add(dayInSantiago(Number(at)))
    days.set(id, known)
  }
  return days
}
