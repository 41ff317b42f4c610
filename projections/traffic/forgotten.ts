import type { StoredEvent } from '@app/contracts/event-store.ts'
import { idMeant } from '../erasure.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import type { Fact } from './fact.ts'
import { visitorKeyOf, type VisitorKey } from './fold/visitor-day.ts'

/** A visitor was erased. Figures stay; only the visitor's own list of moments starts again. */
export interface Forgotten {
  readonly kind: 'forgotten'
  readonly position: bigint
  /** Undefined if the erased person is no visitor. */
  readonly visitor: VisitorKey | undefined
}

export function forgottenIn(event: StoredEvent): Forgotten {
  const [profileId = '', visitorId = ''] = idMeant(event, 'visitor-').toLowerCase().split('.')
  const visitor = visitorId === '' ? undefined : { profileId, visitorId }
  return { kind: 'forgotten', position: event.position, visitor }
}

/** Returns which facts of the batch came before an erasure of their visitor. */
export async function forgetMoments(
  tx: BuildTransaction,
  erasures: readonly Forgotten[],
): Promise<(fact: Fact) => boolean> {
  const erasedAt = new Map<string, bigint>()
  const visitors = erasures.flatMap(({ visitor }) => (visitor === undefined ? [] : [visitor]))
  if (visitors.length === 0) return () => false
  for (const { visitor, position } of erasures)
    if (visitor !== undefined) erasedAt.set(visitorKeyOf(visitor), position)
  await tx.query(
    `update traffic_visitor_days d set moments = 0 from unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id)
     where d.profile_id = k.profile_id and d.visitor_id = k.visitor_id and d.moments > 0`,
    [visitors.map(({ profileId }) => profileId), visitors.map(({ visitorId }) => visitorId)],
  )
  return (fact) => fact.position < (erasedAt.get(visitorKeyOf(fact)) ?? -1n)
}
