import { Router } from 'express'
import { createConcurrencyLimiter } from '../platform/concurrency/concurrency-limiter.ts'
import {
  getPastProfile,
  postRestoreProfile,
  type FieldChange,
  type PastProfile,
} from '@app/contracts/audit.ts'
import { profileStream, DETAIL_FIELDS, IMAGE_KINDS, type ProfileTheme } from '@app/contracts/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile, type CreatedProfile } from '../profiles/profile.ts'
import { load, type Events } from '../kernel/commands.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { getOwnProfile, publicProfileOf } from '../profiles/profile-access.ts'
import { expectedRevision, revisionTag } from '../platform/http/entity-tag.ts'
import { answered, changeProfile } from '../profiles/profile-routes.ts'
import { DETAIL_LABELS, THEME_LABELS, themeName } from '@app/contracts/fields/profile-fields.ts'
import { restoredFrom } from '../profiles/profile-restoring.ts'
import type { StoredImages } from '../media/stored-images.ts'
import { fieldText } from './sentence-parts.ts'
import type { Ctx } from '../platform/ctx.ts'

/** @throws Refusal invalid, or not-found once its words are erased */
async function pastVersion(
  store: Events,
  { id, today, version }: { readonly id: string; readonly today: CreatedProfile; readonly version: number },
): Promise<CreatedProfile> {
  const newest = Number(today.revision) + 1
  if (version > newest) throw new Refusal('invalid', versionsText(newest), { field: 'version' })
  const { state } = await load(store, profile, profileStream(id), BigInt(version) - 1n)
  // Only an erasure leaves a profile without an address, and it may run at this moment.
  if (state.status !== 'created' || state.slug === '') throw new Refusal('not-found')
  return state
}

const versionsText = (count: number): string =>
  count === 1
    ? 'El perfil tiene una sola versión: la 1.'
    : `El perfil tiene ${count} versiones: indica una de 1 a ${count}.`

/** A full stream takes most of a second of the processor. One at a time leaves room for visitors. */
const FOLDED_AT_ONCE = 1
const FOLDS_WAITING_MAX = 50

export function pastRoutes(deps: Ctx): Router {
  const router = Router()
  const { store, storedImages } = deps
  const inTurn = createConcurrencyLimiter({ atOnce: FOLDED_AT_ONCE, waitingMax: FOLDS_WAITING_MAX })

  guardedRoute(router, deps, getPastProfile, async ({ params, query }, principal) => {
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const past = await inTurn(() => pastVersion(store, { id, today, version: query.version }))
    if (today.ownerId !== principal.accountId)
      await deps.recordReading(principal.accountId, { form: 'past', entity: profileStream(id) })
    return pastProfileOf(storedImages, id, past, today)
  })

  guardedRoute(router, deps, postRestoreProfile, async (context, principal) => {
    const { params, body, request, response } = context
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const expected = expectedRevision(request.get('if-match'))
    const { version } = body
    const { details, theme, updatedAt: at } = await inTurn(() => pastVersion(store, { id, today, version }))
    const command = { type: 'RestoreVersion', version, at, details, theme, expected } as const
    return answered(deps, response, id, await changeProfile(deps, context, { id, principal, command }))
  })
  return router
}

async function pastProfileOf(
  storedImages: Pick<StoredImages, 'existing'>,
  id: string,
  past: CreatedProfile,
  today: CreatedProfile,
): Promise<PastProfile> {
  const refs = Object.values(past.images).filter((ref) => ref !== undefined)
  const existing = await storedImages.existing(refs)
  const gone = IMAGE_KINDS.filter((kind) => !existing.has(past.images[kind] ?? ''))
  const images = { ...past.images, ...Object.fromEntries(gone.map((kind) => [kind, undefined])) }
  return {
    version: Number(past.revision) + 1,
    at: past.updatedAt,
    is_newest: past.revision === today.revision,
    profile: publicProfileOf(id, { ...past, images }),
    ...differences(past, today),
    newest_etag: revisionTag(today.revision),
  }
}

function differences(past: CreatedProfile, today: CreatedProfile): Pick<PastProfile, 'restores' | 'keeps'> {
  const { changes, theme = today.theme, refused } = restoredFrom(past, today)
  const restores = DETAIL_FIELDS.filter((field) => field in changes).map((field) =>
    change(field, DETAIL_LABELS[field], today.details[field], changes[field] ?? ''),
  )
  return {
    restores: [...restores, ...themeChanges(today.theme, theme)],
    keeps: refused.map((field) => DETAIL_LABELS[field]),
  }
}

function change(field: string, label: string, before?: string, after?: string): FieldChange {
  const shown = (value?: string) => (value ? fieldText(field, value) : null)
  return { field, label, before: shown(before), after: shown(after), is_erased: false }
}

const themeChanges = (today: ProfileTheme, after: ProfileTheme): readonly FieldChange[] =>
  (Object.keys(THEME_LABELS) as (keyof ProfileTheme)[])
    .map((field) => {
      const shown = (theme: ProfileTheme) =>
        field === 'theme_color' ? themeName(theme.theme_color) : theme[field]
      return change(field, THEME_LABELS[field], shown(today), shown(after))
    })
    .filter(({ before, after: then }) => before !== then)
