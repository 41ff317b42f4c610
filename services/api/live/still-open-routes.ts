import { Router } from 'express'
import { postStillOpen } from '@app/contracts/api/public-calls.ts'
import { objectsToCounting, visitorIdOf } from '../public-page/visitor-request.ts'
import { route, type RouteDeps } from '../http/route.ts'
import type { LiveHub } from './live-hub.ts'

export interface StillOpenDeps extends RouteDeps {
  readonly live: LiveHub
  readonly keyOfToday: () => Promise<Buffer>
}

/** Queries nothing, and remembers nothing of profiles that nobody watches. */
export function stillOpenRoutes(deps: StillOpenDeps): Router {
  const router = Router()
  route(router, deps, postStillOpen, async ({ params, body, request }) => {
    const { presence } = deps.live
    const profileId = params.profileId.toLowerCase()
    if (presence.isWatched(profileId) && !objectsToCounting(request))
      presence.stayed(profileId, await visitorIdOf(request, body.visitor_id, profileId, deps))
    return { noted: true as const }
  })
  return router
}
