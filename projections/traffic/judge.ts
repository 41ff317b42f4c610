import type { Exclusion } from '@app/contracts/traffic.ts'
import { isbot } from 'isbot'

export type Verdict = 'counted' | Exclusion

/** What a request says of itself, and who made it. */
export interface RequestSigns {
  readonly userAgent: string
  readonly purpose: string | undefined
  readonly request: 'get' | 'head' | 'part'
  readonly actorKind: 'visitor' | 'owner' | 'admin' | 'system'
}

const NOBODY_LOOKS = /prefetch|preview|prerender/i

/** The verdict on one fact by itself. Repeats and corrections need its neighbours: see visitor-fold. */
export function judgeAlone({ userAgent, purpose, request, actorKind }: RequestSigns): Verdict {
  if (userAgent.trim() === '' || isbot(userAgent)) return 'robot'
  if (request !== 'get' || (purpose !== undefined && NOBODY_LOOKS.test(purpose))) return 'preview'
  if (actorKind === 'owner' || actorKind === 'admin') return 'own'
  return 'counted'
}
