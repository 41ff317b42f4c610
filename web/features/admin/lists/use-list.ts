import { useEffect, useState } from 'react'
import { recallList, rememberList } from '../../../app/session/kept-lists.ts'
import { PAGE_ROWS, type ListRequest, type ListName, type ListPage } from '../admin-api.ts'
import { useSettled } from './use-settled.ts'

/** After the last change of what is searched. */
const SETTLED_MS = 100

/** State of a list: search, filter and page. */
export interface ListState {
  readonly typed: string
  readonly type: (text: string) => void
  readonly filter: string
  readonly choose: (filter: string) => void
  readonly sort: string
  readonly sortBy: (sort: string) => void
  readonly isFiltered: boolean
  readonly clear: () => void
  /** What the server is asked: a moment after the last change. */
  readonly asked: ListRequest
  /** How many rows stand before this page. */
  readonly before: number
  readonly toPrevious: () => void
  readonly toNext: (page: ListPage<unknown>) => void
}

interface Pages {
  /** What they are pages of. */
  readonly of: string
  /** The end of each former page. */
  readonly ends: readonly string[]
}

/** Begins where a reload of the tab ended. */
export function useList(name: ListName, firstSort: string, firstFilter = 'all'): ListState {
  const [kept] = useState(() => recallList(name))
  const [typed, type] = useState(kept?.typed ?? '')
  const [filter, choose] = useState(kept?.filter ?? firstFilter)
  const [sort, sortBy] = useState(kept?.sort ?? firstSort)
  const [pages, setPages] = useState<Pages>({ of: kept?.of ?? '', ends: kept?.ends ?? [] })
  useEffect(() => rememberList(name, { typed, filter, sort, ...pages }), [name, typed, filter, sort, pages])
  const search = useSettled(typed.trim(), SETTLED_MS)
  const chosen = useSettled(filter, SETTLED_MS)
  const of = JSON.stringify([search, chosen, sort])
  const ends = pages.of === of ? pages.ends : []
  return {
    typed,
    type,
    filter,
    choose,
    sort,
    sortBy,
    isFiltered: search !== '' || chosen !== firstFilter,
    clear: () => {
      type('')
      choose(firstFilter)
    },
    asked: { search, filter: chosen, sort, after: ends.at(-1) },
    before: ends.length * PAGE_ROWS,
    toPrevious: () => setPages({ of, ends: ends.slice(0, -1) }),
    toNext: ({ next }) => {
      if (next !== undefined) setPages({ of, ends: [...ends, next] })
    },
  }
}
