import * as account from '../accounts.ts'
import * as code from '../codes.ts'
import * as visitor from '../identify.ts'
import * as profile from '../profiles.ts'
import * as quotation from '../quotations.ts'
import * as record from '../record.ts'
import * as request from '../privacy/requests.ts'
import * as reminder from '../reminders.ts'
import * as sharing from '../sharing.ts'
import * as tap from '../taps.ts'
import * as retired from '../retired.ts'
import type { StoredEvent } from '../event-store.ts'
import type { EventDefinition, EventOf, StoredEventOf } from './define.ts'

const modules = [account, code, sharing, visitor, profile, quotation, record, retired, request, reminder, tap]
type ModuleOf = (typeof modules)[number]
type DefinitionsOf<Module> = Module extends unknown
  ? Extract<Module[keyof Module], { upcasters: unknown }>
  : never
export type DomainEvent = EventOf<DefinitionsOf<ModuleOf>>
export type PastEvent = StoredEventOf<DefinitionsOf<ModuleOf>>
export type EventType = PastEvent['type']
export type PastEventOf<Type extends EventType> = Extract<PastEvent, { type: Type }>

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'upcasters' in value

export const CATALOGUE: ReadonlyMap<string, EventDefinition> = new Map(
  modules
    .flatMap((module) => Object.values(module) as unknown[])
    .filter(isDefinition)
    .map((definition) => [definition.type, definition]),
)

/** The log has a newer version than this program knows. The program must stop, not guess. */
export class UnknownEventVersion extends Error {
  constructor(type: string, version: number, supported: number) {
    super(
      `event type ${type}: version ${version} is newer than this program knows (${supported}); update the program`,
    )
    this.name = 'UnknownEventVersion'
  }
}

export function definitionOf(type: string): EventDefinition {
  const definition = CATALOGUE.get(type)
  if (definition === undefined) throw new Error(`unknown event type ${type}`)
  return definition
}

/** @throws UnknownEventVersion, or ZodError when the data does not fit its schema */
export const readEvent = (stored: Pick<StoredEvent, 'type' | 'version' | 'data'>): PastEvent =>
  readAs(definitionOf(stored.type), stored) as PastEvent

/** @throws as `readEvent` */
export function readAs(
  definition: EventDefinition,
  stored: Pick<StoredEvent, 'type' | 'version' | 'data'>,
): { readonly type: string; readonly data: unknown } {
  if (stored.version > definition.version) {
    throw new UnknownEventVersion(stored.type, stored.version, definition.version)
  }
  let data: Record<string, unknown> = stored.data
  for (let version = stored.version; version < definition.version; version += 1) {
    const upcast = definition.upcasters[version]
    if (upcast === undefined)
      throw new Error(`event type ${stored.type}: no upcaster from version ${version}`)
    data = upcast(data)
  }
  return { type: stored.type, data: definition.stored.parse(data) }
}

/** The history leaves out traffic, of which there are a thousand for each change, claims, and seals of former versions. */
const NO_HISTORY = [
  'ProfileTapped',
  'LinkClicked',
  'ContactDownloaded',
  'PagePreviewed',
  'VisitorIdentified',
  'IdentityClaimed',
  'IdentityReleased',
  'LogSealed',
] as const satisfies readonly EventType[]

export type HistoryType = Exclude<EventType, (typeof NO_HISTORY)[number]>

export const HISTORY_TYPES: readonly HistoryType[] = ([...CATALOGUE.keys()] as EventType[]).filter(
  (type): type is HistoryType => !(NO_HISTORY as readonly EventType[]).includes(type),
)

/** Owners read the changes of their profile, not what strangers did with its reminders. */
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
