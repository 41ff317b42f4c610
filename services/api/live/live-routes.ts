import { Router } from 'express'
import { getLive } from '@app/contracts/api/live-calls.ts'
import { postStillOpen } from '@app/contracts/api/public-calls.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import type { LiveHub } from './live-hub.ts'
import { STREAM_HEADERS } from './live-stream.ts'
import { getOwnProfile } from '../profiles/own-profile.ts'
import { objectsToCounting, visitorIdOf } from '../public-page/visitor-request.ts'
import { positionInHeader } from '../http/read-your-writes.ts'
import { guardedFileRoute, route, type RouteDeps } from '../http/route.ts'

export interface LiveDeps extends RouteDeps {
  readonly store: EventStore
  readonly live: LiveHub
}

/** Reads the owner from the log: the read model may still have an owner who has just lost the profile. */
export function liveRoutes(deps: LiveDeps): Router {
  const { accessControl, store } = deps
  const router = Router()
  guardedFileRoute(router, deps, getLive, async ({ params, request, response }, principal) => {
    const { profileId } = params
    const { authorization } = request.headers
    await getOwnProfile(store, profileId, principal)
    // HEAD gets the headers without a stream.
    if (request.method === 'HEAD') return void response.set(STREAM_HEADERS).end()
    const asked = {
      accountId: principal.accountId,
      sessionId: principal.sessionId,
      profileId: profileId.toLowerCase(),
      lastEventId: positionInHeader(request.headers['last-event-id']),
      endsAtMs: principal.sessionEndsAt.getTime(),
      check: async () => {
        accessControl.forget(principal.accountId)
        await getOwnProfile(store, profileId, await accessControl.activated(authorization))
      },
    }
    deps.live.open(asked, response)
  })
  return router
}

/** Queries nothing, and remembers nothing of profiles that nobody watches. */
export function stillOpenRoutes(deps: LiveDeps): Router {
  const router = Router()
  route(router, deps, postStillOpen, async ({ params, body, request }) => {
    const profileId = params.profileId.toLowerCase()
    if (deps.live.isWatched(profileId) && !objectsToCounting(request))
      deps.live.stayed(profileId, await visitorIdOf(request, body.visitor_id, profileId, deps))
    return { noted: true as const }
  })
  return router
}
