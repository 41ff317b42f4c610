import { Router } from 'express'
import {
  deleteAdminProfile,
  getAdminProfiles,
  putAdminProfileSlug,
  putAdminProfileStatus,
} from '@app/contracts/administration.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { listProfiles } from '@app/projections/profiles/list-profiles.ts'
import { handleBy } from '../kernel/commands.ts'
import type { Ctx } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { askedPageOf, rowsOf } from '../platform/http/list-answers.ts'
import { shred } from '../privacy/erasures/shred.ts'
import { changeSlug } from './change-slug.ts'
import { getOwnProfile } from './profile-access.ts'
import { profile } from './profile.ts'

const ERASED = 'Borramos el perfil y todo lo que era suyo.'
const ERASING = 'Ya nadie ve el perfil. En unos minutos termina de borrarse lo que queda.'

export function profileAdminRoutes(deps: Ctx): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminProfiles, async ({ query, ...http }) => {
    const { search, state, sort } = query
    const page = askedPageOf({ ...query, sort }, LOWER_CASE_UUID)
    return rowsOf(http, sort, await listProfiles(deps, { ...page, search, state }))
  })

  guardedRoute(router, deps, deleteAdminProfile, async ({ params, wrote }, principal) => {
    const id = params.id.toLowerCase()
    await getOwnProfile(deps.store, id, principal)
    const isErased = await deps.eraseProfile(id, adminActor(principal))
    wrote({ position: await deps.store.log.headPosition() })
    return { message: isErased ? ERASED : ERASING }
  })

  guardedRoute(router, deps, putAdminProfileStatus, async ({ params, body, wrote }, principal) => {
    const id = params.id.toLowerCase()
    await getOwnProfile(deps.store, id, principal)
    const { appended } = await handleBy(deps, profile, {
      stream: profileStream(id),
      command: { type: body.is_active ? 'ActivateProfile' : 'DeactivateProfile' },
      actor: adminActor(principal),
    })
    wrote(appended)
    return { success: true as const, is_active: body.is_active }
  })

  guardedRoute(router, deps, putAdminProfileSlug, async ({ params, query, wrote }, principal) => {
    const id = params.id.toLowerCase()
    await getOwnProfile(deps.store, id, principal)
    const changing = {
      ...deps,
      shred: (subject: string, actor: Actor) => shred(deps.erasing, subject, actor),
    }
    const wanted = { profileId: id, slug: query.new_slug, actor: adminActor(principal) }
    const { previous, appended } = await changeSlug(changing, wanted)
    wrote(appended)
    return { success: true as const, old_slug: previous, new_slug: query.new_slug }
  })
  return router
}
