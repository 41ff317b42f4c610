import type { Exclusion } from '@app/contracts/traffic/traffic-kinds.ts'

export interface RequestSigns {
  readonly isRobot: boolean
  readonly purpose: string | undefined
  readonly request: 'get' | 'head' | 'part'
  readonly actorKind: 'visitor' | 'owner' | 'admin' | 'system'
}

const NOBODY_LOOKS = /prefetch|preview|prerender/i

/** Excludes robots, prefetches, previews, and visits of the owner or an administrator. */
export function ownExclusionOf({ isRobot, purpose, request, actorKind }: RequestSigns): Exclusion | null {
  if (isRobot) return 'robot'
  if (request !== 'get' || (purpose !== undefined && NOBODY_LOOKS.test(purpose))) return 'preview'
  if (actorKind === 'owner' || actorKind === 'admin') return 'own'
  return null
}
