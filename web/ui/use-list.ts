import { useEffect, useState } from 'react'

export const PAGE_ROWS = 20

export interface ListRequest {
  readonly search: string
  readonly filter: string
  readonly sort: string
  readonly after: string | undefined
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
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

interface Pages {
  readonly of: string
  readonly ends: readonly string[]
}

const SETTLED_MS = 100

export type ListState = ReturnType<typeof useList>

export function useList(firstSort: string, firstFilter = 'all') {
  const [typed, type] = useState('')
  const [filter, choose] = useState(firstFilter)
  const [sort, sortBy] = useState(firstSort)
  const [pages, setPages] = useState<Pages>({ of: '', ends: [] })
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
    request: { search, filter: chosen, sort, after: ends.at(-1) } satisfies ListRequest,
    before: ends.length * PAGE_ROWS,
    toPrevious: () => setPages({ of, ends: ends.slice(0, -1) }),
    toNext: ({ next }: ListPage<unknown>) => {
      if (next !== undefined) setPages({ of, ends: [...ends, next] })
    },
  }
}
