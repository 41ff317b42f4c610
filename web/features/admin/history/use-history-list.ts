import { useState } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import { useHistoryPages, historyPageOf, type PageOfHistory, parsed } from '../../../app/calls.ts'
import { useSettled } from '../../../ui/use-list.ts'
import { searchWith } from '../../../app/public-url.ts'
import {
  getAdminHistory,
  getAdminHistoryEvent,
  type HistoryEntity,
  type HistoryEntry,
} from '@app/contracts/audit.ts'
import { adminApi } from '../admin-api.ts'
import { isolated } from '@app/contracts/fields/names.ts'

const SETTLED_MS = 300

export type FilterState = ReturnType<typeof useHistoryFilter>

const NONE: HistoryQuery = { person: '', entity: '', type: '', from: '', to: '' }

/** A name that a link of another tab brings along, outside of the address. */
export interface WantedPerson {
  readonly person?: string
}

/** Ids, types and days are in the address; typed words are names and e-mails, and stay out of it. */
export function useHistoryFilter() {
  const { search, state } = useLocation() as Location<WantedPerson | null>
  const navigate = useNavigate()
  const [person, setPerson] = useState('')
  const [wanted, setWanted] = useState<WantedPerson | null>(null)
  if (state !== wanted) {
    setWanted(state)
    if (state?.person !== undefined) setPerson(state.person)
  }
  const [words, setWords] = useState('')
  const addressed = filterIn(search)
  const settledPerson = useSettled(person.trim(), SETTLED_MS)
  const settledWords = useSettled(words.trim(), SETTLED_MS)
  // A moment after the last key.
  const request: HistoryQuery = {
    ...addressed,
    person: settledPerson,
    entity: addressed.entity || settledWords,
  }
  const change = (
    { person: typed, entity, ...rest }: Partial<HistoryQuery>,
    also: Readonly<Record<string, string>> = {},
  ): void => {
    if (typed !== undefined) setPerson(typed)
    const isId = entity !== undefined && isEntityId(entity)
    if (entity !== undefined) setWords(isId ? '' : entity)
    const changed = { ...rest, ...also, ...(entity !== undefined && { entity: isId ? entity : '' }) }
    const next = searchWith(search, changed as Record<string, string>)
    if (next !== search) void navigate({ search: next }, { preventScrollReset: true })
  }
  const shown: HistoryQuery = { ...addressed, person, entity: addressed.entity || words }
  return {
    shown,
    request,
    change,
    clear: () => change(NONE),
    count: Object.keys(filterParams(shown)).length,
  }
}

export type HistoryList = ReturnType<typeof useHistoryList>

export function useHistoryList(request: HistoryQuery) {
  const answer = useAdminHistoryInfiniteQuery(request, { refetchOnMountOrArgChange: true })
  const { isFetching, currentData } = answer
  const pages = useHistoryPages(answer)
  return {
    ...pages,
    isCurrent: currentData !== undefined,
    isFetching,
    error: isFetching ? undefined : answer.error,
  }
}

const PAGE_LINES = 25

const historyApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    adminHistory: build.infiniteQuery<PageOfHistory, HistoryQuery, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: filter, pageParam: after }) => ({
        url: '/admin/history',
        params: { ...filterParams(filter), limit: PAGE_LINES, ...(after !== '' && { after }) },
      }),
      transformResponse: (body, meta) => historyPageOf(getAdminHistory.answer.parse(body), meta),
      providesTags: ['History'],
    }),
    historyEvent: build.query({
      query: (position: string) => `/admin/history/${position}`,
      ...parsed(getAdminHistoryEvent),
      providesTags: ['History'],
    }),
  }),
})

const { useAdminHistoryInfiniteQuery } = historyApi
export const { useHistoryEventQuery } = historyApi

export interface HistoryQuery {
  readonly person: string
  /** Words, or an entity as `profile-<id>`. */
  readonly entity: string
  readonly type: string
  readonly from: string
  readonly to: string
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ENTITY = new RegExp(`^(?:log|(?:profile|account|quotation|activation-code)-${UUID})$`)

/** Whether it names one entity, and is not words that begin its name. */
export const isEntityId = (entity: string): boolean => ENTITY.test(entity)

/** Empty where the address names none. The server refuses in words what does not exist. */
export const valueIn = (search: string, name: string): string => new URLSearchParams(search).get(name) ?? ''

/** Searched words are names and e-mails: they stay out of addresses. */
export function filterIn(search: string): Omit<HistoryQuery, 'person'> {
  const entity = valueIn(search, 'entity')
  return {
    entity: isEntityId(entity) ? entity : '',
    type: valueIn(search, 'type'),
    from: valueIn(search, 'from'),
    to: valueIn(search, 'to'),
  }
}

export const filterParams = (filter: HistoryQuery): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

export const entityId = ({ kind, id }: Pick<HistoryEntity, 'kind' | 'id'>): string =>
  kind === 'log' ? 'log' : `${kind}-${id}`

export const ENTITY_NAMES: Readonly<Record<HistoryEntity['kind'], string>> = {
  profile: 'Perfil',
  account: 'Cuenta',
  quotation: 'Cotización',
  'activation-code': 'Código',
  log: 'Registro',
}

export function entityText({ kind, label, slug }: HistoryEntity): string | undefined {
  if (slug !== null) return `/pages/${slug}`
  if (kind === 'log') return 'Registro de eventos'
  return label === null ? undefined : isolated(label)
}

const ROLES = { owner: '', admin: ', administración', visitor: '', system: '' } as const
const NAMELESS = { visitor: 'Visitante', system: 'Sistema' } as const

export function actorText({ kind, name }: HistoryEntry['actor']): string | undefined {
  if (kind === 'visitor' || kind === 'system') return name === null ? NAMELESS[kind] : isolated(name)
  return name === null ? undefined : `${isolated(name)}${ROLES[kind]}`
}

export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id)

/** The marks around a name that isolate its direction. */
const ISOLATES = /[\u2066-\u2069]/g

/** The person and the thing of a line, where its sentence does not name them. */
export function detailOf({ actor, entity, sentence }: HistoryEntry): string | undefined {
  const words = sentence
    .map(({ text }) => text)
    .join('')
    .replace(ISOLATES, '')
  const names = [actor.name === null ? undefined : actorText(actor), entityText(entity)]
  const isNamed = (name: string): boolean =>
    words.includes(name.replace(ISOLATES, '').replace(ROLES.admin, ''))
  const missing = names.filter((name) => name !== undefined && entity.kind !== 'log' && !isNamed(name))
  return missing.length === 0 ? undefined : [...new Set(missing)].join(' · ')
}
