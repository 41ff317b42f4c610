import { Router } from 'express'
import { getPastProfile, postRestoreProfile } from '@app/contracts/api/history-calls.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { findHistoryLine } from '@app/projections/history/queries.ts'
import type { StoredImages } from '@app/vault/pictures/stored-images.ts'
import { guardedRoute } from '../http/route.ts'
import { getOwnProfile } from '../profiles/own-profile.ts'
import { expectedRevision } from '../profiles/profile-answer.ts'
import { answered, changeProfile, type ProfileDeps } from '../profiles/profile-routes.ts'
import { keptImagesOf, pastProfileOf } from './past-profile.ts'
import { pastEntityRoute } from './past-entity-route.ts'
import { pastVersion } from './past-version.ts'
import type { RecordReading } from './record-reading.ts'

export interface PastDeps extends ProfileDeps {
  readonly storedImages: StoredImages
}

/** A profile as it was, and its return. */
export function pastRoutes(deps: PastDeps, recordReading: RecordReading): Router {
  const router = Router()
  const { store, storedImages } = deps

  guardedRoute(router, deps, getPastProfile, async ({ params, query }, principal) => {
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const past = await pastVersion(store, { id, today, now: deps.now() }, query)
    if (today.ownerId !== principal.accountId)
      await recordReading(principal.accountId, { form: 'past', entity: profileStream(id) })
    return pastProfileOf(id, past, today, await keptImagesOf(storedImages, past))
  })

  guardedRoute(router, deps, postRestoreProfile, async (context, principal) => {
    const { params, body, request, response } = context
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const expected = expectedRevision(request.get('if-match'))
    const { details, theme } = await pastVersion(store, { id, today, now: deps.now() }, body)
    const command = { type: 'RestoreVersion', details, theme, expected } as const
    return answered(deps, response, id, await changeProfile(deps, context, { id, principal, command }))
  })
  pastEntityRoute(router, { ...deps, recordReading }, (position) => findHistoryLine(deps, position))
  return router
}
