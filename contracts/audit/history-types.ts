import { CATALOGUE, type EventType } from '../events/catalogue.ts'

/** The history leaves out traffic, of which there are a thousand for each change, and claims, which a change repeats. */
const NO_HISTORY = [
  'ProfileTapped',
  'LinkClicked',
  'ContactDownloaded',
  'PagePreviewed',
  'VisitorIdentified',
  'IdentityClaimed',
  'IdentityReleased',
] as const satisfies readonly EventType[]

export type HistoryType = Exclude<EventType, (typeof NO_HISTORY)[number]>

export const HISTORY_TYPES: readonly HistoryType[] = ([...CATALOGUE.keys()] as EventType[]).filter(
  (type): type is HistoryType => !(NO_HISTORY as readonly EventType[]).includes(type),
)

/** One line a day, which counts them: of an account, of the log. */
export const COUNTED_BY_DAY: ReadonlySet<HistoryType> = new Set(['SignedIn', 'LogSealed'] as const)

/** What owners read of their profile: its changes, not what strangers did with its reminders. */
export const PROFILE_CHANGES = [
  'ProfileCreated',
  'ProfileEdited',
  'ProfileImageSet',
  'ProfileImageRemoved',
  'ThemeApplied',
  'ProfileVersionRestored',
  'ProfileSlugChanged',
  'ProfileActivated',
  'ProfileDeactivated',
] as const satisfies readonly HistoryType[]
