import { REQUEST_KIND_FILTERS, REQUEST_STATES } from '@app/contracts/api/rights/admin-requests.ts'
import { useEffect, useState } from 'react'
import { recallList, rememberList } from '../../../app/session/kept-lists.ts'
import { useSettled } from '../lists/use-settled.ts'

const SETTLED_MS = 100
const LIST = 'requests'

export interface RequestFilter {
  readonly search: string
  readonly state: (typeof REQUEST_STATES)[number]
  readonly kind: (typeof REQUEST_KIND_FILTERS)[number]
}

export interface RequestFilterState {
  readonly shown: RequestFilter
  /** As it is requested: a moment after the last key. */
  readonly asked: RequestFilter
  readonly change: (changed: Partial<RequestFilter>) => void
  readonly clear: () => void
  /** How many fields besides the search narrow the list. */
  readonly count: number
}

const NONE: RequestFilter = { search: '', state: 'all', kind: 'all' }

const oneOf = <Value extends string>(values: readonly Value[], kept: string | undefined): Value =>
  values.find((value) => value === kept) ?? values[0]!

/** Begins where a reload of the tab ended. */
export function useRequestFilter(): RequestFilterState {
  const [shown, setShown] = useState<RequestFilter>(() => {
    const kept = recallList(LIST)
    return {
      search: kept?.typed ?? '',
      state: oneOf(REQUEST_STATES, kept?.filter),
      kind: oneOf(REQUEST_KIND_FILTERS, kept?.sort),
    }
  })
  const { search, state, kind } = shown
  useEffect(
    () => rememberList(LIST, { typed: search, filter: state, sort: kind, of: '', ends: [] }),
    [search, state, kind],
  )
  const settled = useSettled(search.trim(), SETTLED_MS)
  return {
    shown,
    asked: { search: settled, state, kind },
    change: (changed) => setShown({ ...shown, ...changed }),
    clear: () => setShown(NONE),
    count: Number(state !== 'all') + Number(kind !== 'all'),
  }
}
