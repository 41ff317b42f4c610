import type { Exclusion } from '@app/contracts/traffic/traffic.ts'

/** What a request says of itself, and who made it. */
export interface RequestSigns {
  readonly isRobot: boolean
  readonly purpose: string | undefined
  readonly request: 'get' | 'head' | 'part'
  readonly actorKind: 'visitor' | 'owner' | 'admin' | 'system'
}

const NOBODY_LOOKS = /prefetch|preview|prerender/i

/** Why a fact does not count, whatever else its visitor did: a robot, a preview, or the owner's own visit. */
export function ownExclusionOf({ isRobot, purpose, request, actorKind }: RequestSigns): Exclusion | null {
  if (isRobot) return 'robot'
  if (request !== 'get' || (purpose !== undefined && NOBODY_LOOKS.test(purpose))) return 'preview'
  if (actorKind === 'owner' || actorKind === 'admin') return 'own'
  return null
}
