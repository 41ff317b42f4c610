import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import {
  findAnalysedProfile,
  listOwnProfiles,
  type VisitedProfile,
} from '@app/projections/profiles/queries.ts'
import type { StoredImages } from '@app/vault/pictures/stored-images.ts'
import type { FiguresDeps, ProfileFigures } from '../../analytics/analytics-figures.ts'
import { type ZipEntry, jsonEntry, listEntry, pictureEntry } from './zip-stream.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { pageOfVisitors, type PagedVisitor } from '@app/projections/visitors/queries.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'
import type { AccountDeps } from '../account-deps.ts'

interface VisitorSource {
  readonly db: ReadDb
  readonly keys: Pick<SubjectKeys, 'withLosses'>
}

const PAGE = 200

/** Visitors who identified themselves, as the owner sees them; the erased ones have no text and are left out, the blocked ones are there without theirs. */
async function* exportedVisitors(source: VisitorSource, profileId: string): AsyncGenerator<object> {
  for (let after: string | undefined; ;) {
    const page = await pageOfVisitors(source.db, { profileId, after, limit: PAGE })
    const found = await source.keys.withLosses([
      ...new Set(page.flatMap(({ texts }) => texts.map(({ keyRef }) => keyRef))),
    ])
    for (const visitor of page) {
      const texts = visitor.texts.map(({ fields, eventId, keyRef }) =>
        openFields(fields, eventId, found.keys.get(keyRef)),
      )
      const isBlocked = visitor.texts.some(({ keyRef }) => found.blocked.has(keyRef))
      const told = isBlocked ? { name: BLOCKED_TEXT } : toldIn(texts)
      if (told !== undefined) yield { ...told, ...whatTheyDid(visitor) }
    }
    if (page.length < PAGE) return
    after = page.at(-1)!.visitorId
  }
}

const whatTheyDid = ({ clicks, downloads, lastAtMs }: PagedVisitor): object => ({
  clicks,
  downloads,
  last_told_at: new Date(lastAtMs).toISOString(),
})

/** The form first, then a name that came with a click. */
function toldIn(texts: readonly JsonObject[]): object | undefined {
  const text = texts.find(({ fullName, visitorName }) => (fullName ?? visitorName) !== undefined)
  if (text === undefined) return undefined
  const { fullName, visitorName, phone = '', description = '' } = text
  return { name: fullName ?? visitorName, phone, description }
}

export interface ExportDeps extends AccountDeps, FiguresDeps {
  readonly storedImages: StoredImages
}

export interface Exporting extends ExportDeps {
  readonly figures: Pick<ProfileFigures, 'unified'>
}

const PICTURES = { profile_image: 'foto', company_logo: 'logo', background_image: 'fondo' } as const
type PictureField = keyof typeof PICTURES
const FIELDS = Object.keys(PICTURES) as readonly PictureField[]

const fileOf = (profile: PublicProfile, field: PictureField): string | null =>
  profile[field] === null ? null : `${PICTURES[field]}.webp`

export async function* profileEntries(deps: Exporting, ownerId: string): AsyncGenerator<ZipEntry> {
  for (const record of await listOwnProfiles(deps, ownerId, LIMITS.profilesMax))
    yield* entriesOf(deps, record)
}

async function* entriesOf(deps: Exporting, record: VisitedProfile): AsyncGenerator<ZipEntry> {
  const { profile, visits, isActive, createdAt } = record
  const folder = `perfiles/${profile.slug === '' ? profile.id : profile.slug}`
  yield jsonEntry(`${folder}/perfil.json`, {
    ...profile,
    ...Object.fromEntries(FIELDS.map((field) => [field, fileOf(profile, field)])),
    url: `${deps.publicUrl}/pages/${profile.slug}`,
    is_active: isActive,
    created_at: createdAt,
    visits,
  })
  yield* pictures(deps, profile, folder)
  yield* figuresOf(deps, profile.id, folder)
  yield listEntry(`${folder}/visitantes.json`, exportedVisitors(deps, profile.id))
}

/** In the largest size there is: the uploaded file itself is not kept. */
async function* pictures(
  { storedImages }: Exporting,
  profile: PublicProfile,
  folder: string,
): AsyncGenerator<ZipEntry> {
  for (const field of FIELDS) {
    const ref = profile[field]
    const picture = ref === null ? undefined : await storedImages.find(ref)
    if (picture !== undefined) yield pictureEntry(`${folder}/${fileOf(profile, field)}`, picture.bytes)
  }
}

async function* figuresOf(deps: Exporting, profileId: string, folder: string): AsyncGenerator<ZipEntry> {
  const analysed = await findAnalysedProfile(deps, profileId)
  if (analysed === undefined) return
  // They are a list of their own, which is longer than what a dashboard shows.
  const { visitors: _visitors, ...figures } = await deps.figures.unified(analysed, { date_range: 'all-time' })
  yield jsonEntry(`${folder}/estadisticas.json`, figures)
}
