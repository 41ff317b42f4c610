import { Router } from 'express'
import { createConcurrencyLimiter } from '../platform/concurrency/concurrency-limiter.ts'
import {
  getAdminPastEntity,
  type PastAccount,
  getPastProfile,
  postRestoreProfile,
  type FieldChange,
  type PastProfile,
} from '@app/contracts/audit.ts'
import { profileStream, DETAIL_FIELDS, IMAGE_KINDS, type ProfileTheme } from '@app/contracts/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '../accounts/account.ts'
import { profile, type CreatedProfile } from '../profiles/profile.ts'
import { load, loadPast, type Events, type Past } from '../kernel/commands.ts'
import type { HistoryLine } from '@app/projections/history/queries.ts'
import { guardedRoute, type AnswerOf } from '../platform/http/route.ts'
import { getOwnProfile, expectedRevision, publicProfileOf, revisionTag } from '../profiles/own-profile.ts'
import { answered, changeProfile } from '../profiles/profile-routes.ts'
import { entityIdOf, getHistoryLine } from './history-filter.ts'
import { DETAIL_LABELS, THEME_LABELS, themeName } from '@app/contracts/fields/profile-fields.ts'
import { isActivated, type Account } from '../accounts/account-state.ts'
import { restoredFrom } from '../profiles/profile-restoring.ts'
import type { StoredImages } from '../media/stored-images.ts'
import { fieldText } from './sentence-parts.ts'
import type { Ctx } from '../platform/ctx.ts'

interface WantedVersion {
  readonly version?: number | undefined
  readonly at?: string | undefined
}

/** @throws Refusal invalid, or not-found once its words are erased */
async function pastVersion(
  store: Events,
  { id, today, now }: { readonly id: string; readonly today: CreatedProfile; readonly now: Date },
  wanted: WantedVersion,
): Promise<CreatedProfile> {
  const until = untilOf(wanted, today, now)
  const past = await loadPast(store, profile, profileStream(id), until)
  if (past === undefined)
    throw new Refusal('invalid', 'En ese momento el perfil todavía no existía. Elige una fecha posterior.', {
      field: 'at',
    })
  // Only an erasure leaves a profile without an address, and it may run at this moment.
  if (past.state.status !== 'created' || past.state.slug === '') throw new Refusal('not-found')
  return past.state
}

function untilOf({ version, at }: WantedVersion, { revision }: CreatedProfile, now: Date) {
  if ((version === undefined) === (at === undefined))
    throw new Refusal('invalid', 'Indica una versión o un momento: uno de los dos.')
  if (at !== undefined) return { revision, instantMs: instantOf(at, now) }
  const wanted = BigInt(version ?? 1) - 1n
  if (wanted > revision)
    throw new Refusal('invalid', versionsText(Number(revision) + 1), { field: 'version' })
  return { revision: wanted }
}

function instantOf(at: string, now: Date): number {
  const instantMs = Date.parse(at)
  if (instantMs > now.getTime())
    throw new Refusal('invalid', 'Ese momento todavía no llega. Elige uno anterior.', { field: 'at' })
  return instantMs
}

const versionsText = (count: number): string =>
  count === 1
    ? 'El perfil tiene una sola versión: la 1.'
    : `El perfil tiene ${count} versiones: indica una de 1 a ${count}.`

/** A full stream takes most of a second of the processor. One at a time leaves room for visitors. */
const FOLDED_AT_ONCE = 1
const FOLDS_WAITING_MAX = 50

/** A profile as it was, and its return. */
export function pastRoutes(deps: Ctx): Router {
  const router = Router()
  const { store, storedImages } = deps
  const inTurn = createConcurrencyLimiter({ atOnce: FOLDED_AT_ONCE, waitingMax: FOLDS_WAITING_MAX })

  guardedRoute(router, deps, getPastProfile, async ({ params, query }, principal) => {
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const newest = { id, today, now: deps.now() }
    const past = await inTurn(() => pastVersion(store, newest, query))
    if (today.ownerId !== principal.accountId)
      await deps.recordReading(principal.accountId, { form: 'past', entity: profileStream(id) })
    return pastProfileOf(storedImages, id, past, today)
  })

  guardedRoute(router, deps, postRestoreProfile, async (context, principal) => {
    const { params, body, request, response } = context
    const id = params.id.toLowerCase()
    const today = await getOwnProfile(store, id, principal)
    const expected = expectedRevision(request.get('if-match'))
    const newest = { id, today, now: deps.now() }
    const past = await inTurn(() => pastVersion(store, newest, body))
    const { details, theme, updatedAt: at } = past
    const version = Number(past.revision) + 1
    const command = { type: 'RestoreVersion', version, at, details, theme, expected } as const
    return answered(deps, response, id, await changeProfile(deps, context, { id, principal, command }))
  })

  guardedRoute(router, deps, getAdminPastEntity, async ({ params }, { accountId }) => {
    const line = await getHistoryLine(deps, params.position)
    const { kind } = entityIdOf(line.stream)
    if (kind !== 'profile' && kind !== 'account') throw new Refusal('not-found')
    // As the detail of the event, from which it is opened.
    await deps.recordReading(accountId, { form: 'event', position: line.position }, line.stream)
    return inTurn(() => (kind === 'profile' ? profileAfter(deps, line) : accountAfter(deps, line)))
  })
  return router
}

type PastEntity = AnswerOf<typeof getAdminPastEntity>

type EventPlace = Pick<HistoryLine, 'stream' | 'revision'>

async function profileAfter(
  { store, storedImages }: Ctx,
  { stream, revision }: EventPlace,
): Promise<PastEntity> {
  const { state: today } = await load(store, profile, stream)
  const slug = (today.status === 'created' && today.slug) || null
  const named = { ...entityIdOf(stream), label: slug, slug }
  const answer = { entity: named, profile: null, account: null }
  // A deletion takes all words along, those of before as well.
  if (today.status !== 'created') return answer
  const past = await loadPast(store, profile, stream, { revision })
  if (past?.state.status !== 'created' || past.state.slug === '') return answer
  return { ...answer, profile: await pastProfileOf(storedImages, named.id, past.state, today) }
}

async function accountAfter({ store }: Ctx, { stream, revision }: EventPlace): Promise<PastEntity> {
  const { state: today } = await load(store, account, stream)
  const past = await loadPast(store, account, stream, { revision })
  const label = (today.status === 'registered' && today.name) || null
  const entity = { ...entityIdOf(stream), label, slug: null }
  return { entity, profile: null, account: past === undefined ? null : pastAccountOf(past) }
}

/** A profile as it was, with those of its pictures that are still there, and what a restore would change. */
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
  const text = (field: keyof typeof DETAIL_LABELS, after: string | undefined) =>
    change(field, DETAIL_LABELS[field], today.details[field], after ?? '')
  const restores = DETAIL_FIELDS.filter((field) => field in changes).map((field) =>
    text(field, changes[field]),
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

/** Null where there was none: an erasure ends the account, and a later registration begins another. */
function pastAccountOf({ state, revision, occurredAt }: Past<Account>): PastAccount | null {
  if (state.status === 'unknown') return null
  return {
    version: Number(revision) + 1,
    at: occurredAt,
    name: state.name || null,
    email: state.email || null,
    is_active: state.isActive,
    is_activated: isActivated(state),
    is_admin: state.isAdmin,
    max_profiles: state.maxProfiles,
    profiles: state.slots.length,
  }
}
