import type { StoredEvent } from '@app/contracts/event-store.ts'
import { DEFAULT_THEME, NO_DETAILS, profileStream, type ProfileDetails } from '@app/contracts/profiles.ts'
import { NETWORKS, type Network } from '@app/contracts/traffic/kinds.ts'
import type { RowSeals } from '@app/services/kernel/models/row-seals.ts'
import { idBehind, rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

export interface ProfileText {
  readonly slug?: string | undefined
  readonly details?: ProfileDetails | undefined
  readonly images?: Readonly<Record<string, string | null>>
}

/** `words`: null without the key. `networks`: in clear, for figures of all profiles. Instants: ms since 1970. */
type ProfileRow = RowOf<'read.profiles'> & { readonly words: ProfileText | null }

const networksOf = (details: ProfileDetails): readonly Network[] =>
  NETWORKS.filter((network) => details[network === 'custom' ? 'custom_link' : network] !== '')

function withDetails(row: ProfileRow, details: ProfileDetails): ProfileRow {
  return { ...row, words: { ...row.words, details }, networks: networksOf(details) }
}

function edited(row: ProfileRow, changes: Readonly<Record<string, string | undefined>>): ProfileRow {
  const made = Object.entries(changes).filter(([, value]) => value !== undefined)
  const details = { ...(row.words?.details ?? NO_DETAILS), ...Object.fromEntries(made) }
  return made.length === 0 ? row : withDetails(row, details)
}

const withImage = (row: ProfileRow, kind: string, ref: string | null): ProfileRow => ({
  ...row,
  words: { ...row.words, images: { ...row.words?.images, [kind]: ref } },
})

function evolve(before: ProfileRow | undefined, { key: id, atMs, event }: Fact): ProfileRow | undefined {
  if (event.type === 'ProfileCreated') {
    const { ownerId, slug, details } = event.data
    const made = {
      id,
      owner_id: ownerId,
      networks: [],
      theme: DEFAULT_THEME,
      is_active: true,
      words: { slug },
    }
    const row = { ...made, created_at: atMs, updated_at: atMs }
    return details === undefined ? row : withDetails(row, details)
  }
  if (before === undefined) throw new Error(`profile ${id}: ${event.type} before ProfileCreated`)
  const row = { ...before, updated_at: atMs }
  switch (event.type) {
    case 'ProfileEdited':
      return edited(row, event.data.changes ?? {})
    case 'ProfileImageSet':
      return withImage(row, event.data.kind, event.data.ref)
    case 'ProfileImageRemoved':
      return withImage(row, event.data.kind, null)
    case 'ThemeApplied':
      return { ...row, theme: event.data.theme }
    case 'ProfileSlugChanged':
      return { ...row, words: { ...row.words, slug: event.data.slug } }
    case 'ProfileActivated':
      return { ...row, is_active: true }
    case 'ProfileDeactivated':
      return { ...row, is_active: false }
    case 'ProfileDeleted':
      return undefined
    default:
      throw new Error(`the read model of profiles does not read ${event.type}`)
  }
}

const subjectOf = ({ stream }: StoredEvent): string => stream
const idOf = idBehind(profileStream(''))

const slugIn = ({ type, data }: StoredEvent, seals: RowSeals): string | undefined =>
  (type === 'ProfileCreated' || type === 'ProfileSlugChanged') && typeof data.slug === 'string'
    ? seals.slugName(data.slug)
    : undefined

export const profilesModel = rowModel({
  name: 'profiles',
  version: 12,
  handles: [
    'ProfileCreated',
    'ProfileEdited',
    'ProfileImageSet',
    'ProfileImageRemoved',
    'ThemeApplied',
    'ProfileSlugChanged',
    'ProfileActivated',
    'ProfileDeactivated',
    'ProfileDeleted',
  ],
  tables: [
    rowTable<ProfileRow>({
      view: 'read.profiles',
      key: 'id',
      indexes: ['(owner_id)', '(created_at, id)', '(created_at, id) where not is_active'],
      personal: {
        subjectOf,
        foundBy: ({ slug = '', details: { name, lastname, company } = NO_DETAILS }) => [
          name,
          lastname,
          company,
          slug,
        ],
        derived: ['networks'],
      },
      keyOf: idOf,
      evolve,
    }),
    // Earlier slugs of a profile stay as aliases. Slugs of deleted profiles stay too, but find no profile.
    rowTable<RowOf<'read.profile_slugs'>>({
      view: 'read.profile_slugs',
      key: 'slug_name',
      personal: { subjectOf, isRemoved: true },
      keyOf: slugIn,
      evolve: (_row, { key }) => ({ slug_name: key }),
    }),
    // Also of deleted profiles: the erasure of an owner must find them.
    rowTable<RowOf<'read.profile_owners'>>({
      view: 'read.profile_owners',
      key: 'profile_id',
      indexes: ['(owner_id)'],
      keyOf: (event) => (event.type === 'ProfileCreated' ? idOf(event) : undefined),
      evolve: (row, { key, event }) =>
        event.type === 'ProfileCreated' ? { profile_id: key, owner_id: event.data.ownerId } : row,
    }),
  ],
})
