import { historyDay } from '@app/contracts/audit/admin-history.ts'
import { EVENT_NAMES } from '@app/contracts/events/event-names.ts'

/** Which events the list has; an empty text leaves nothing out. */
export interface HistoryQuery {
  readonly person: string
  /** Words, or an entity as `profile-<id>`. */
  readonly entity: string
  readonly type: string
  readonly correlation: string
  /** `2026-11-20` */
  readonly from: string
  readonly to: string
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ENTITY = new RegExp(`^(?:log|(?:profile|account|quotation|activation-code)-${UUID})$`)
const ID = new RegExp(`^${UUID}$`)

/** Of one entity and not words that begin its name. */
export const isEntityId = (entity: string): boolean => ENTITY.test(entity)

const isDay = (day: string): boolean => historyDay.safeParse(day).success

/** What an address may name, and whether there is such a thing. Searched words are names and e-mails: they stay out. */
const VALUES = {
  entity: isEntityId,
  type: (type: string): boolean => EVENT_NAMES.has(type),
  correlation: (id: string): boolean => ID.test(id),
  from: isDay,
  to: isDay,
  event: (position: string): boolean => /^\d+$/.test(position),
} as const

/** Empty where the address names none, or one that does not exist. */
export function valueIn(search: string, name: keyof typeof VALUES): string {
  const value = new URLSearchParams(search).get(name) ?? ''
  return VALUES[name](value) ? value : ''
}

export const filterIn = (search: string): Omit<HistoryQuery, 'person'> => ({
  entity: valueIn(search, 'entity'),
  type: valueIn(search, 'type'),
  correlation: valueIn(search, 'correlation'),
  from: valueIn(search, 'from'),
  to: valueIn(search, 'to'),
})

export const filterParams = (filter: HistoryQuery): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
