import type { z } from 'zod'
import type { getAdminHistoryFile, HistoryEntity } from '@app/contracts/audit.ts'
import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { type DomainEvent, HISTORY_TYPES, type HistoryType } from '@app/contracts/events/catalogue.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { findAccountIds, findEntities } from '@app/projections/history/names.ts'
import { type HistoryLine, findHistoryLine, type HistoryFilter } from '@app/projections/history/queries.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'

const KINDS = ['profile', 'account', 'quotation', 'activation-code'] as const

export function entityIdOf(stream: string): Pick<HistoryEntity, 'kind' | 'id'> {
  const kind = KINDS.find((one) => stream.startsWith(`${one}-`))
  return kind === undefined ? { kind: 'log', id: 'log' } : { kind, id: stream.slice(kind.length + 1) }
}

type Query = z.infer<(typeof getAdminHistoryFile)['query']>
export type Reading = Extract<DomainEvent, { type: 'HistoryRead' }>['data']['filters'][number]

export interface AskedHistory {
  readonly filter: HistoryFilter
  readonly reading: Omit<Reading, 'form'>
}

/** A page reads all lines of each, of which a profile has a limited number. */
const FOUND_MAX = 100
/** Other words may be somebody's name, or a code: they are searched, and never stored. */
const isStream = (typed: string): boolean => typed === 'log' || LOWER_CASE_UUID.test(entityIdOf(typed).id)

const TOO_MANY = `Esa búsqueda encuentra más de ${FOUND_MAX}. Escribe más letras.`
const UNKNOWN_TYPE = 'Ese tipo de evento no existe.'
const WRONG_WAY = 'La fecha de término debe ser igual o posterior a la de inicio.'

/** @throws Refusal invalid */
export async function askedHistoryOf(deps: SealedRows, query: Query): Promise<AskedHistory> {
  const types = typesOf(query.type)
  const days = daysOf(query)
  const [people, entities] = await Promise.all([
    streamsOf('person', query.person, async (search) =>
      (await findAccountIds(deps, search, FOUND_MAX + 1)).map(accountStream),
    ),
    streamsOf('entity', query.entity, (search) => findEntities(deps, search, FOUND_MAX + 1)),
  ])
  return {
    filter: {
      types,
      entities,
      actors: people?.map((stream) => stream.slice(accountStream('').length)),
      ...days,
    },
    reading: {
      person: namedBy(people),
      entity: namedBy(entities),
      type: types?.[0],
      from: query.from,
      to: query.to,
    },
  }
}

function typesOf(type: string): readonly HistoryType[] | undefined {
  if (type === '') return undefined
  const listed = HISTORY_TYPES.find((one) => one === type)
  if (listed === undefined) throw new Refusal('invalid', UNKNOWN_TYPE, { field: 'type' })
  return [listed]
}

function daysOf({ from, to }: Query): Pick<HistoryFilter, 'fromMs' | 'untilMs'> {
  if (from !== undefined && to !== undefined && from > to)
    throw new Refusal('invalid', WRONG_WAY, { field: 'to' })
  return {
    fromMs: from === undefined ? undefined : startOfDayMs(from),
    untilMs: to === undefined ? undefined : startOfDayMs(addDays(to, 1)),
  }
}

async function streamsOf(
  field: 'person' | 'entity',
  words: string,
  find: (search: string) => Promise<readonly string[]>,
): Promise<readonly string[] | undefined> {
  const typed = words.trim()
  if (typed === '') return undefined
  const isNamed = isStream(typed) && (field === 'entity' || typed.startsWith(accountStream('')))
  if (isNamed) return [typed]
  const matches = await find(typed)
  if (matches.length > FOUND_MAX) throw new Refusal('invalid', TOO_MANY, { field })
  return matches
}

/** One is named by its stream, whose name goes with an erasure; the words of the search are not stored. */
function namedBy(streams: readonly string[] | undefined): string | undefined {
  if (streams === undefined) return undefined
  const [first = 'nobody'] = streams
  return streams.length > 1 ? 'several' : first
}

export const POSITION = /^\d{1,18}$/

/** @throws Refusal not-found */
export async function getHistoryLine(deps: SealedRows, position: string): Promise<HistoryLine> {
  const line = POSITION.test(position) ? await findHistoryLine(deps, position) : undefined
  if (line === undefined) throw new Refusal('not-found')
  return line
}
