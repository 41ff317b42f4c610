import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import {
  DEFAULT_THEME,
  NO_DETAILS,
  profileStream,
  type ProfileDetails,
  type ProfileTheme,
} from '@app/contracts/events/profile-events.ts'
import { NETWORKS, type Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { idMeant, orderOf } from '../erasure.ts'
import type { RowSeals } from '../row-seals.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { foldOwners } from './owner-rows.ts'
import { ownWordsOf } from './profile-words.ts'
import { foldSlugs } from './present-and-former-slugs.ts'
import { PROFILE_TABLES, PROFILE_VIEWS } from './tables.ts'

interface ProfileRow {
  readonly id: string
  readonly owner_id: string
  /** Null, like `details`, once the profile's key is destroyed. */
  readonly slug: string | null
  readonly details: ProfileDetails | null
  readonly own_words: readonly number[]
  /** Nobody finds what nobody may read: then `own_words` is empty. */
  readonly is_blocked: boolean
  /** Networks with a value in `details`. Stored in clear, so that figures over all profiles need no decryption. */
  readonly networks: readonly Network[]
  readonly theme: ProfileTheme
  readonly images: Readonly<Record<string, string>>
  readonly is_active: boolean
  readonly created_at: number
  readonly updated_at: number
}

interface ProfileFact {
  readonly id: string
  readonly atMs: number
  readonly event: PastEvent
}

const STREAM_PREFIX = 'profile-'

const networksOf = (details: ProfileRow['details']): readonly Network[] =>
  details === null
    ? []
    : NETWORKS.filter((network) => details[network === 'custom' ? 'custom_link' : network] !== '')

const created = (
  id: string,
  atMs: number,
  data: { ownerId: string; slug?: string | undefined; details?: ProfileDetails | undefined },
): ProfileRow => ({
  id,
  owner_id: data.ownerId,
  slug: data.slug ?? null,
  details: data.details ?? null,
  own_words: [],
  is_blocked: false,
  networks: networksOf(data.details ?? null),
  theme: DEFAULT_THEME,
  images: {},
  is_active: true,
  created_at: atMs,
  updated_at: atMs,
})

const FORGOTTEN = { slug: null, details: null, own_words: [], is_blocked: false, networks: [], images: {} }

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

function evolve(row: ProfileRow | undefined, { id, atMs, event }: ProfileFact): ProfileRow | undefined {
  if (event.type === 'ProfileCreated') return created(id, atMs, event.data)
  if (row === undefined && isOfSubject(event)) return undefined
  if (row === undefined) throw new Error(`profile ${id}: ${event.type} before ProfileCreated`)
  const touched = { ...row, updated_at: atMs }
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
    case 'SubjectErased':
      return { ...touched, ...FORGOTTEN }
    default:
      return blocked(row, event)
  }
}

/** Events of streams of their own, which come for deleted profiles too. */
const isOfSubject = ({ type }: PastEvent): boolean =>
  type === 'SubjectErased' || type === 'SubjectBlocked' || type === 'SubjectUnblocked'

function blocked(row: ProfileRow, event: PastEvent): ProfileRow {
  if (!isOfSubject(event)) throw new Error(`the profiles projection does not read ${event.type}`)
  return { ...row, is_blocked: event.type === 'SubjectBlocked' }
}

const profileRows = (seals: RowSeals): RowFold<ProfileRow, ProfileFact> => ({
  table: 'profiles',
  key: 'id',
  keyType: 'uuid',
  keyOf: ({ id }) => id,
  sealed: { columns: ['slug', 'details'], subjectOf: profileStream },
  evolve: (before, fact) => {
    const after = evolve(before, fact)
    const isSame =
      after?.details === before?.details &&
      after?.slug === before?.slug &&
      after?.is_blocked === before?.is_blocked
    return after === undefined || isSame ? after : { ...after, own_words: ownWordsOf(seals, after) }
  },
})

async function project(tx: BuildTransaction, facts: readonly ProfileFact[]): Promise<void> {
  const { seals } = tx
  if (seals === undefined) throw new Error('profiles has nothing to be sealed with')
  const ours = facts.filter(({ id }) => id !== '')
  if (ours.length === 0) return
  await foldRows(tx, profileRows(seals), ours)
  await foldSlugs(tx, ours)
  await foldOwners(tx, ours)
}

export const profilesProjection = projection<ProfileFact>({
  name: 'profiles',
  version: 10,
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
    'SubjectBlocked',
    'SubjectUnblocked',
  ],
  reads: 'opened',
  hasSealedRows: true,
  tables: PROFILE_TABLES,
  views: PROFILE_VIEWS,
  subjectOf: (stored) => orderOf(stored, stored.stream),
  read: (stored) => ({
    id: idMeant(stored, STREAM_PREFIX),
    atMs: Date.parse(stored.meta.occurredAt),
    event: readEvent(stored),
  }),
  project,
})
