import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useHistoryPages, historyPageOf, type PageOfHistory } from '../../../app/calls/history-pages.ts'
import { recallList, rememberList, useSettled } from '../../../ui/use-list.ts'
import { searchWith } from '../../../app/search-with.ts'
import { filterIn, filterParams, isEntityId, type HistoryQuery } from './history-filter.ts'
import { getAdminHistory } from '@app/contracts/audit/admin-history.ts'
import { adminApi } from '../admin-api.ts'

const SETTLED_MS = 300
const LIST = 'history'

export interface FilterState {
  /** As the fields show it. */
  readonly shown: HistoryQuery
  /** As it is requested: a moment after the last key. */
  readonly asked: HistoryQuery
  /** @param also other parameters of the address */
  readonly change: (changed: Partial<HistoryQuery>, also?: Readonly<Record<string, string>>) => void
  readonly clear: () => void
  /** How many fields narrow the list. */
  readonly count: number
}

const NONE: HistoryQuery = { person: '', entity: '', type: '', correlation: '', from: '', to: '' }

/** Ids, types and days are in the address; typed words are in the tab, and survive a reload as well. */
export function useHistoryFilter(): FilterState {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [kept] = useState(() => recallList(LIST))
  const [person, setPerson] = useState(kept?.typed ?? '')
  const [words, setWords] = useState(kept?.filter ?? '')
  useEffect(
    () => rememberList(LIST, { typed: person, filter: words, sort: '', of: '', ends: [] }),
    [person, words],
  )
  const addressed = filterIn(search)
  const askedPerson = useSettled(person.trim(), SETTLED_MS)
  const askedWords = useSettled(words.trim(), SETTLED_MS)
  const asked = { ...addressed, person: askedPerson, entity: addressed.entity || askedWords }
  const change: FilterState['change'] = ({ person: typed, entity, ...rest }, also = {}) => {
    if (typed !== undefined) setPerson(typed)
    const isId = entity !== undefined && isEntityId(entity)
    if (entity !== undefined) setWords(isId ? '' : entity)
    const changed = { ...rest, ...also, ...(entity !== undefined && { entity: isId ? entity : '' }) }
    const next = searchWith(search, changed as Record<string, string>)
    if (next !== search) void navigate({ search: next }, { preventScrollReset: true })
  }
  const shown = { ...addressed, person, entity: addressed.entity || words }
  return {
    shown,
    asked,
    change,
    clear: () => change(NONE),
    count: Object.keys(filterParams(shown)).length,
  }
}

export type HistoryList = ReturnType<typeof useHistoryList>

export function useHistoryList(asked: HistoryQuery) {
  const answer = useAdminHistoryInfiniteQuery(asked, { refetchOnMountOrArgChange: true })
  const { isFetching, currentData } = answer
  const pages = useHistoryPages(answer)
  return {
    ...pages,
    /** The entries are of this filter, and not of the one before. */
    isCurrent: currentData !== undefined,
    isFetching,
    error: isFetching ? undefined : answer.error,
  }
}

const PAGE_LINES = 25

const adminHistoryApi = adminApi.injectEndpoints({
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
  }),
})

const { useAdminHistoryInfiniteQuery } = adminHistoryApi
