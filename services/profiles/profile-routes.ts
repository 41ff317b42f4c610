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
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { EditProfile } from './profile-editing.ts'
import type { RestoreVersion } from './profile-restoring.ts'
import { profile, type CreatedProfile } from './profile.ts'
import { handleBy } from '../kernel/commands.ts'
import { takeSlotAndCreate } from '../accounts/activate-account.ts'
import { countVisits, listOwnProfiles } from '@app/projections/profiles/list-profiles.ts'
import { actorOf, getOwnProfile, ownProfileOf } from './profile-access.ts'
import { expectedRevision, revisionTag } from '../platform/http/entity-tag.ts'
import { guardedRoute, type CallContextOf } from '../platform/http/route.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import type { Ctx } from '../platform/ctx.ts'

export function profileRoutes(deps: Ctx): Router {
  const router = Router()
  guardedRoute(router, deps, getMyProfiles, async (_request, { accountId }) => {
    const listed = await listOwnProfiles(deps, accountId, LIMITS.profilesMax)
    return listed.map(({ profile: shown, visits, isActive }) => ({ ...shown, visits, is_active: isActive }))
  })

  guardedRoute(router, deps, postCreateProfile, async (context, { accountId }) => {
    const profileId = context.idOf('profile')
    const actor = { kind: 'owner', id: accountId } as const
    const made = await takeSlotAndCreate(deps, { accountId, profileId, actor })
    context.wrote(made)
    return answered(deps, context.response, profileId, made.state)
  })

  guardedRoute(router, deps, getProfile, async ({ params, response }, principal) => {
    const id = params.id.toLowerCase()
    return answered(deps, response, id, await getOwnProfile(deps.store, id, principal))
  })

  guardedRoute(router, deps, putProfile, async (context, principal) => {
    const { params, body, request, response } = context
    const id = params.id.toLowerCase()
    const command = editOf(body, expectedRevision(request.get('if-match')))
    return answered(deps, response, id, await changeProfile(deps, context, { id, principal, command }))
  })
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
  { id, principal, command }: ProfileChange,
): Promise<CreatedProfile> {
  const actor = actorOf(await getOwnProfile(deps.store, id, principal), principal)
  const { state, appended } = await handleBy(deps, profile, { stream: profileStream(id), command, actor })
  if (state.status !== 'created') throw new Refusal('not-found')
  wrote(appended)
  return state
}

interface ProfileChange {
  readonly id: string
  readonly principal: Principal
  readonly command: EditProfile | RestoreVersion
}

function editOf(changes: ProfileChanges, expected: bigint | undefined): EditProfile {
  const { theme_color, background_color, text_color, button_color, ...details } = changes
  const theme = { theme_color, background_color, text_color, button_color }
  return { type: 'EditProfile', details, theme, expected }
}
