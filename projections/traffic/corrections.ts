import type { BuildTransaction } from '../runtime/projection.ts'
import type { VisitorKey } from './visitor-state.ts'

export type Correction =
  | {
      readonly kind: 'correction-applied'
      readonly correctionId: string
      readonly profileId: string
      readonly facts: readonly { readonly visitorId: string; readonly eventId: string }[]
    }
  | { readonly kind: 'correction-withdrawn'; readonly correctionId: string; readonly profileId: string }

/** Returns the visitors whose facts must be judged again. */
export async function applyCorrections(
  tx: BuildTransaction,
  corrections: readonly Correction[],
): Promise<readonly VisitorKey[]> {
  const touched = new Map<string, VisitorKey>()
  const touch = (profileId: string, visitorId: string): void => {
    touched.set(`${profileId}|${visitorId}`, { profileId, visitorId })
  }
  for (const correction of corrections) {
    if (correction.kind === 'correction-applied') {
      await insertCorrection(tx, correction)
      for (const { visitorId } of correction.facts) touch(correction.profileId, visitorId)
    } else {
      for (const { visitor_id } of await deleteCorrection(tx, correction)) {
        touch(correction.profileId, visitor_id)
      }
    }
  }
  return [...touched.values()]
}

async function insertCorrection(
  tx: BuildTransaction,
  { profileId, correctionId, facts }: Extract<Correction, { kind: 'correction-applied' }>,
): Promise<void> {
  await tx.query(
    `insert into traffic_corrections (profile_id, correction_id, visitor_id, event_id)
     select $1, $2, * from unnest($3::uuid[], $4::uuid[]) on conflict do nothing`,
    [profileId, correctionId, facts.map(({ visitorId }) => visitorId), facts.map(({ eventId }) => eventId)],
  )
}

/** Matches the profile too: a withdrawal must not affect corrections of other profiles. */
const deleteCorrection = (
  tx: BuildTransaction,
  { profileId, correctionId }: Correction,
): Promise<readonly { readonly visitor_id: string }[]> =>
  tx.query(
    'delete from traffic_corrections where profile_id = $1 and correction_id = $2 returning visitor_id',
    [profileId, correctionId],
  )
