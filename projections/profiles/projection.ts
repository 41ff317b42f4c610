import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import {
  DEFAULT_THEME,
  NO_DETAILS,
  profileStream,
  type ProfileDetails,
  type ProfileTheme,
} from '@app/contracts/events/profile.ts'
import { NETWORKS, type Network } from '@app/contracts/traffic/traffic.ts'
import { idMeant, orderOf } from '../erasure.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { foldSlugs } from './slug-rows.ts'
import { TABLES, VIEWS } from './tables.ts'

interface ProfileRow {
  readonly id: string
  readonly owner_id: string
  /** Null, like `details`, once the profile's key is destroyed. */
  readonly slug: string | null
  readonly details: ProfileDetails | null
  /** Networks with a value in `details`. Stored in clear, so that figures over all profiles need no decryption. */
  readonly networks: readonly Network[]
  readonly theme: ProfileTheme
  readonly images: Readonly<Record<string, string>>
  readonly is_active: boolean
  readonly created_at: string
  readonly updated_at: string
}

interface ProfileFact {
  readonly id: string
  readonly at: string
  readonly event: PastEvent
}

const STREAM_PREFIX = 'profile-'

const networksOf = (details: ProfileRow['details']): readonly Network[] =>
  details === null
    ? []
    : NETWORKS.filter((network) => details[network === 'custom' ? 'custom_link' : network] !== '')

const created = (
  id: string,
  at: string,
  data: { ownerId: string; slug?: string | undefined; details?: ProfileDetails | undefined },
) => ({
  id,
  owner_id: data.ownerId,
  slug: data.slug ?? null,
  details: data.details ?? null,
  networks: networksOf(data.details ?? null),
  theme: DEFAULT_THEME,
  images: {},
  is_active: true,
  created_at: at,
  updated_at: at,
})

function without(images: ProfileRow['images'], kind: string): ProfileRow['images'] {
  return Object.fromEntries(Object.entries(images).filter(([name]) => name !== kind))
}

function edited(
  details: ProfileRow['details'],
  changes: Readonly<Record<string, unknown>> | null | undefined,
): ProfileRow['details'] {
  const said = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined)
  return said.length === 0 ? details : { ...(details ?? NO_DETAILS), ...Object.fromEntries(said) }
}

function evolve(row: ProfileRow | undefined, { id, at, event }: ProfileFact): ProfileRow | undefined {
  if (event.type === 'ProfileCreated') return created(id, at, event.data)
  if (event.type === 'SubjectErased')
    return row && { ...row, slug: null, details: null, networks: [], images: {}, updated_at: at }
  if (row === undefined) throw new Error(`profile ${id}: ${event.type} before ProfileCreated`)
  const touched = { ...row, updated_at: at }
  switch (event.type) {
    case 'ProfileEdited': {
      const details = edited(row.details, event.data.changes)
      return { ...touched, details, networks: networksOf(details) }
    }
    case 'ProfileImageSet':
      return { ...touched, images: { ...row.images, [event.data.kind]: event.data.ref } }
    case 'ProfileImageRemoved':
      return { ...touched, images: without(row.images, event.data.kind) }
    case 'ThemeApplied':
      return { ...touched, theme: event.data.theme }
    case 'ProfileSlugChanged':
      return { ...touched, slug: event.data.slug ?? null }
    case 'ProfileActivated':
      return { ...touched, is_active: true }
    case 'ProfileDeactivated':
      return { ...touched, is_active: false }
    case 'ProfileDeleted':
      return undefined
    default:
      throw new Error(`the profiles projection does not read ${event.type}`)
  }
}

const profileRows: RowFold<ProfileRow, ProfileFact> = {
  table: 'profiles',
  key: 'id',
  keyType: 'uuid',
  columns: [
    'id',
    'owner_id',
    'slug',
    'details',
    'networks',
    'theme',
    'images',
    'is_active',
    'created_at',
    'updated_at',
  ],
  keyOf: ({ id }) => id,
  sealed: { columns: ['slug', 'details'], subjectOf: profileStream },
  evolve,
}

interface OwnerRow {
  readonly profile_id: string
  readonly owner_id: string
}
/** Also kept for deleted profiles: the erasure of an owner must find them. */
const ownerRows: RowFold<OwnerRow, OwnerRow> = {
  table: 'profile_owners',
  key: 'profile_id',
  keyType: 'uuid',
  columns: ['profile_id', 'owner_id'],
  keyOf: ({ profile_id }) => profile_id,
  evolve: (_row, fact) => fact,
}

const ownersOf = ({ id, event }: ProfileFact): readonly OwnerRow[] =>
  event.type === 'ProfileCreated' ? [{ profile_id: id, owner_id: event.data.ownerId }] : []

async function project(tx: BuildTransaction, facts: readonly ProfileFact[]): Promise<void> {
  const ours = facts.filter(({ id }) => id !== '')
  if (ours.length > 0) await foldRows(tx, profileRows, ours)
  await foldSlugs(tx, ours)
  const owners = ours.flatMap(ownersOf)
  if (owners.length > 0) await foldRows(tx, ownerRows, owners)
}

export const profilesProjection = projection<ProfileFact>({
  name: 'profiles',
  version: 5,
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
    'SubjectErased',
  ],
  reads: 'opened',
  hasSealedRows: true,
  tables: TABLES,
  views: VIEWS,
  subjectOf: (stored) => orderOf(stored, stored.stream),
  read: (stored) => ({
    id: idMeant(stored, STREAM_PREFIX),
    at: stored.meta.occurredAt,
    event: readEvent(stored),
  }),
  project,
})
