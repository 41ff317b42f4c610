import { Router } from 'express'
import {
  deleteAdminProfile,
  putAdminProfileSlug,
  putAdminProfileStatus,
} from '@app/contracts/administration.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { profile } from './profile.ts'
import { handle } from '../kernel/commands.ts'
import { causeBy } from '../kernel/command-context.ts'
import { shred } from '../privacy/erasures/shred.ts'
import { changeSlug } from './change-slug.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { getOwnProfile } from './own-profile.ts'
import type { Ctx } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'

const ERASED = 'Borramos el perfil y todo lo que era suyo.'
const ERASING = 'Ya nadie ve el perfil. En unos minutos termina de borrarse lo que queda.'

/** An administrator's changes of a single profile. */
export function changedProfileRoutes(deps: Ctx): Router {
  const router = Router()
  const { store, newId } = deps

  guardedRoute(router, deps, deleteAdminProfile, async ({ params, wrote }, principal) => {
    const id = params.id.toLowerCase()
    await getOwnProfile(store, id, principal)
    const isErased = await deps.eraseProfile(id, adminActor(principal))
    wrote({ position: await store.log.headPosition() })
    return { message: isErased ? ERASED : ERASING }
  })

  guardedRoute(router, deps, putAdminProfileStatus, async ({ params, body, wrote }, principal) => {
    const id = params.id.toLowerCase()
    await getOwnProfile(store, id, principal)
    const stream = profileStream(id)
    const { appended } = await handle(store, profile, {
      stream,
      command: { type: body.is_active ? 'ActivateProfile' : 'DeactivateProfile' },
      cause: causeBy(deps, adminActor(principal)),
      newId,
    })
    wrote(appended)
    return { success: true as const, is_active: body.is_active }
  })

  guardedRoute(router, deps, putAdminProfileSlug, async ({ params, query, wrote }, principal) => {
    const id = params.id.toLowerCase()
    await getOwnProfile(store, id, principal)
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
