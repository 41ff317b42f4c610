import { Router } from 'express'
import { createFairLimiter } from '@app/concurrency/fair-limiter.ts'
import { getPastProfile, postRestoreProfile } from '@app/contracts/api/history-calls.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { findHistoryLine, listRestored } from '@app/projections/history/queries.ts'
import type { StoredImages } from '@app/vault/pictures/stored-images.ts'
import { guardedRoute } from '../http/route.ts'
import { getOwnProfile } from '../profiles/own-profile.ts'
import { expectedRevision } from '../profiles/profile-answer.ts'
import { answered, changeProfile, type ProfileDeps } from '../profiles/profile-routes.ts'
import { lifeRoute } from './life-route.ts'
import { keptImagesOf, pastProfileOf } from './past-profile.ts'
import { pastEntityRoute, type InTurn } from './past-entity-route.ts'
import { pastVersion } from './past-version.ts'
import type { RecordReading } from './record-reading.ts'

export interface PastDeps extends ProfileDeps {
  readonly storedImages: StoredImages
}

/** A full stream takes most of a second of the processor. One at a time leaves room for visitors; accounts take turns. */
const FOLDED_AT_ONCE = 1
const FOLDS_WAITING_MAX = 50

/** A profile as it was, and its return. */
export function pastRoutes(deps: PastDeps, recordReading: RecordReading): Router {
  const router = Router()
  const { store, storedImages } = deps
  const folds = createFairLimiter({ atOnce: FOLDED_AT_ONCE, waitingMax: FOLDS_WAITING_MAX })
  const inTurn: InTurn = (accountId, work) => folds.run({ network: accountId, isUsual: false }, work)

  guardedRoute(router, deps, getPastProfile, async ({ params, query }, principal) => {
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const asked = { id, today, now: deps.now() }
    const past = await inTurn(principal.accountId, () => pastVersion(store, asked, query))
    if (today.ownerId !== principal.accountId)
      await recordReading(principal.accountId, { form: 'past', entity: profileStream(id) })
    return pastProfileOf(id, past, today, await keptImagesOf(storedImages, past))
  })

  guardedRoute(router, deps, postRestoreProfile, async (context, principal) => {
    const { params, body, request, response } = context
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const expected = expectedRevision(request.get('if-match'))
    const asked = { id, today, now: deps.now() }
    const past = await inTurn(principal.accountId, () => pastVersion(store, asked, body))
    const { details, theme, updatedAt: at } = past
    const version = Number(past.revision) + 1
    const command = { type: 'RestoreVersion', version, at, details, theme, expected } as const
    return answered(deps, response, id, await changeProfile(deps, context, { id, principal, command }))
  })
  pastEntityRoute(router, { ...deps, recordReading, inTurn }, async (position) => {
    const line = await findHistoryLine(deps, position)
    // A restoration is over with its last edit.
    return line && ((await listRestored(deps, [line])).at(-1) ?? line)
  })
  lifeRoute(router, { ...deps, recordReading, inTurn })
  return router
}
