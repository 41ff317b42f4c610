import type { Actor } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { withTimeout } from '../../concurrency/concurrency-limiter.ts'

/** A tap or click waits for it. */
const VIEWER_MS_MAX = 500

export interface Viewer {
  readonly sub: string
  readonly adm: boolean
}

/** Falls back to the token alone if the log is late: an owner's views must not count as visits. Never throws. */
export function viewerOf<Claims extends Viewer>(
  claims: Claims | undefined,
  accountOf: (claims: Claims) => Promise<{ readonly isAdmin: boolean }>,
): Promise<Viewer | undefined> | undefined {
  if (claims === undefined) return undefined
  const viewer = accountOf(claims).then(
    ({ isAdmin }): Viewer => ({ sub: claims.sub, adm: isAdmin }),
    (error: unknown) => (error instanceof Refusal ? undefined : claims),
  )
  return withTimeout(viewer, VIEWER_MS_MAX, () => claims)
}

export function actorOfViewer(viewer: Viewer | undefined, ownerId: string, visitorId: string): Actor {
  if (viewer?.adm === true) return { kind: 'admin', id: viewer.sub }
  if (viewer?.sub === ownerId) return { kind: 'owner', id: viewer.sub }
  return { kind: 'visitor', id: visitorId }
}
