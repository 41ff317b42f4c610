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

/** Of one entity and not words that begin its name. */
export const isEntityId = (entity: string): boolean => ENTITY.test(entity)

/** Empty where the address names none. The server refuses in words what does not exist. */
export const valueIn = (search: string, name: string): string => new URLSearchParams(search).get(name) ?? ''

/** Searched words are names and e-mails: they stay out of addresses. */
export function filterIn(search: string): Omit<HistoryQuery, 'person'> {
  const entity = valueIn(search, 'entity')
  return {
    entity: isEntityId(entity) ? entity : '',
    type: valueIn(search, 'type'),
    correlation: valueIn(search, 'correlation'),
    from: valueIn(search, 'from'),
    to: valueIn(search, 'to'),
  }
}

export const filterParams = (filter: HistoryQuery): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
