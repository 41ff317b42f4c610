import { Router } from 'express'
import { getLive } from '@app/contracts/analytics.ts'
import { STREAM_HEADERS } from './live-stream.ts'
import { getOwnProfile } from '../../profiles/own-profile.ts'
import { positionInHeader } from '../../platform/http/freshness.ts'
import { guardedFileRoute } from '../../platform/http/route.ts'
import type { Ctx } from '../../platform/ctx.ts'

/** Reads the owner from the log: the read model may still have an owner who has just lost the profile. */
export function liveRoutes(deps: Ctx): Router {
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
      check: async () => {
        await getOwnProfile(store, profileId, await accessControl.principal('activated', authorization))
      },
    }
    deps.live.open(asked, response)
  })
  return router
}
