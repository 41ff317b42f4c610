import { useEffect, useState } from 'react'
import { tabMemory } from './browser/device-memory.ts'

export const PAGE_ROWS = 20

/** Parameters of a page of a list; `after` is where the page before ended. */
export interface ListRequest {
  readonly search: string
  readonly filter: string
  readonly sort: string
  readonly after: string | undefined
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** The end of this page, if there is a next one. */
  readonly next: string | undefined
}

/** The last of a row of quick changes. @param value compared by identity: text, or something memoised */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

/**
 * Search and page of a list, for a reload. In the tab's memory and not in the address: a search contains names
 * and e-mails, which would reach servers, logs, histories and readers of a link.
 */
interface ListMemory {
  readonly typed: string
  readonly filter: string
  readonly sort: string
  /** The request of which `ends` are pages. */
  readonly of: string
  /** End of each page before the shown one. */
  readonly ends: readonly string[]
}

const PREFIX = 'list:'

export function recallList(name: string): ListMemory | undefined {
  try {
    const list = JSON.parse(tabMemory.recall(PREFIX + name) ?? '') as Partial<ListMemory>
    return typeof list.typed === 'string' && Array.isArray(list.ends) ? (list as ListMemory) : undefined
  } catch {
    return undefined
  }
}

export const rememberList = (name: string, list: ListMemory): void =>
  tabMemory.remember(PREFIX + name, JSON.stringify(list))

export function forgetLists(): void {
  for (const key of tabMemory.keysFrom(PREFIX)) tabMemory.forget(key)
}

const SETTLED_MS = 100

export type ListState = ReturnType<typeof useList>

/** Search, filter, order and page of a list. Begins where a reload of the tab ended. */
export function useList(name: string, firstSort: string, firstFilter = 'all') {
  const [former] = useState(() => recallList(name))
  const [typed, type] = useState(former?.typed ?? '')
  const [filter, choose] = useState(former?.filter ?? firstFilter)
  const [sort, sortBy] = useState(former?.sort ?? firstSort)
  const [pages, setPages] = useState({ of: former?.of ?? '', ends: former?.ends ?? [] })
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
    /** Sent a moment after the last change. */
    asked: { search, filter: chosen, sort, after: ends.at(-1) } satisfies ListRequest,
    /** Number of rows before this page. */
    before: ends.length * PAGE_ROWS,
    toPrevious: () => setPages({ of, ends: ends.slice(0, -1) }),
    toNext: ({ next }: ListPage<unknown>) => {
      if (next !== undefined) setPages({ of, ends: [...ends, next] })
    },
  }
}
