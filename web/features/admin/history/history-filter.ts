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

const DAY = /^\d{4}-\d{2}-\d{2}$/
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ENTITY = new RegExp(`^(?:log|(?:profile|account|quotation|activation-code)-${UUID})$`)
const ID = new RegExp(`^${UUID}$`)

/** Of one entity and not words that begin its name. */
export const isEntityId = (entity: string): boolean => ENTITY.test(entity)

type Addressed = Omit<HistoryQuery, 'person'>

/** What an address may hold: words that somebody searches are names and e-mails, and stay out of it. */
export function filterIn(search: string): Addressed {
  const params = new URLSearchParams(search)
  const valid = (name: string, isValid: (value: string) => boolean): string => {
    const value = params.get(name) ?? ''
    return isValid(value) ? value : ''
  }
  return {
    entity: valid('entity', isEntityId),
    type: valid('type', (type) => EVENT_NAMES.has(type)),
    correlation: valid('correlation', (id) => ID.test(id)),
    from: valid('from', (day) => DAY.test(day)),
    to: valid('to', (day) => DAY.test(day)),
  }
}

export const filterParams = (filter: HistoryQuery): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
