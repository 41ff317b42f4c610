import { Router, type Response } from 'express'
import {
  getMyProfiles,
  getProfile,
  postCreateProfile,
  putProfile,
  type OwnProfile,
  type ProfileChanges,
} from '@app/contracts/profile-calls.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { EditProfile } from './profile-editing.ts'
import type { RestoreVersion } from './profile-restoring.ts'
import { profile, type CreatedProfile } from './profile.ts'
import { handleBy, causeBy, handle } from '../kernel/commands.ts'
import { takeSlotAndCreate } from '../accounts/activate-account.ts'
import { countVisits, listOwnProfiles } from '@app/projections/profiles/queries.ts'
import { actorOf, getOwnProfile, expectedRevision, ownProfileOf, revisionTag } from './own-profile.ts'
import { guardedRoute, type CallContextOf } from '../platform/http/route.ts'
import { type Principal, adminActor } from '../platform/http/access/access-control.ts'
import type { Ctx } from '../platform/ctx.ts'
import { LOWER_CASE_UUID, ifBlocked } from '@app/contracts/fields/text.ts'
import { askedPageOf, rowsOf } from '../platform/lists/list-page.ts'
import {
  getAdminProfiles,
  type AdminProfile,
  deleteAdminProfile,
  putAdminProfileSlug,
  putAdminProfileStatus,
} from '@app/contracts/administration.ts'
import { listProfiles, type ListedProfile } from '@app/projections/profiles/list-profiles.ts'
import { shred } from '../privacy/erasures/shred.ts'
import { changeSlug } from './change-slug.ts'

export function profileRoutes(deps: Ctx): Router {
  const router = Router()
  const { store } = deps
  guardedRoute(router, deps, getMyProfiles, async (_request, { accountId }) => {
    const listed = await listOwnProfiles(deps, accountId, LIMITS.profilesMax)
    return listed.map(({ profile: shown, visits, isActive }) => ({ ...shown, visits, is_active: isActive }))
  })

  guardedRoute(router, deps, postCreateProfile, async (context, { accountId }) => {
    const profileId = context.idOf('profile')
    const actor: Actor = { kind: 'owner', id: accountId }
    const made = await takeSlotAndCreate(deps, { accountId, profileId, actor })
    context.wrote(made)
    return answered(deps, context.response, profileId, made.state)
  })

  guardedRoute(router, deps, getProfile, async ({ params, response }, principal) => {
    const id = params.id.toLowerCase()
    return answered(deps, response, id, await getOwnProfile(store, id, principal))
  })

  guardedRoute(router, deps, putProfile, async (context, principal) => {
    const { params, body, request, response } = context
    const id = params.id.toLowerCase()
    const command = editOf(body, expectedRevision(request.get('if-match')))
    return answered(deps, response, id, await changeProfile(deps, context, { id, principal, command }))
  })
  listRoute(router, deps)
  adminRoutes(router, deps)
  return router
}

/** From the log; only the visits come from the read model. */
export async function answered(
  { db }: Pick<Ctx, 'db'>,
  response: Response,
  id: string,
  state: CreatedProfile,
): Promise<OwnProfile> {
  response.setHeader('ETag', revisionTag(state.revision))
  return ownProfileOf(id, state, await countVisits(db, id))
}

/** The public page shows it at once. @throws Refusal not-found */
export async function changeProfile(
  deps: Ctx,
  { wrote }: Pick<CallContextOf<typeof putProfile>, 'wrote'>,
  change: {
    readonly id: string
    readonly principal: Principal
    readonly command: EditProfile | RestoreVersion
  },
): Promise<CreatedProfile> {
  const { id, principal, command } = change
  const actor = actorOf(await getOwnProfile(deps.store, id, principal), principal)
  const { state, appended } = await handleBy(deps, profile, {
    stream: profileStream(id),
    command,
    actor,
  })
  if (state.status !== 'created') throw new Refusal('not-found')
  wrote(appended)
  return state
}

function editOf(changes: ProfileChanges, expected: bigint | undefined): EditProfile {
  const { theme_color, background_color, text_color, button_color, ...details } = changes
  const theme = { theme_color, background_color, text_color, button_color }
  return { type: 'EditProfile', details, theme, expected }
}

function listRoute(router: Router, deps: Ctx): void {
  guardedRoute(router, deps, getAdminProfiles, async ({ query, ...http }) => {
    const { search, sort, state } = query
    const listed = await listProfiles(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      state: state === 'all' ? undefined : state,
    })
    return rowsOf(http, sort, listed).map(profileRowOf)
  })
}

const profileRowOf = (listed: ListedProfile): AdminProfile => ({
  ...listed.profile,
  visits: listed.visits,
  user_name: listed.ownerName,
  user_email: listed.ownerEmail,
  ...ifBlocked(listed.isBlocked),
  ...(listed.isOwnerBlocked ? { is_user_blocked: true as const } : {}),
  is_active: listed.isActive,
  created_at: listed.createdAt,
})

const ERASED = 'Borramos el perfil y todo lo que era suyo.'
const ERASING = 'Ya nadie ve el perfil. En unos minutos termina de borrarse lo que queda.'

function adminRoutes(router: Router, deps: Ctx): void {
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
}
