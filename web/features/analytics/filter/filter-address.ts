import {
  areOwnDays,
  figuresFilter,
  ownDays,
  type FiguresFilter,
  type OwnDays,
  RANGES,
  type Range,
} from '@app/contracts/traffic/ranges.ts'

const ALL_TIME: Range = 'all-time'

/** The range that an address names (`?range=1m`). */
export function rangeOf(params: URLSearchParams): Range {
  const named = params.get('range')
  return RANGES.find((known) => known === named) ?? ALL_TIME
}

/** Whether it asks for a part of that. */
export const isNarrowedAt = (search: string): boolean =>
  /[?&](?:network|source|device|hour|from)=/.test(search)

/** The parts of the filter, the newest last. */
export type Narrowed = FiguresFilter & OwnDays

const SHAPE = { ...figuresFilter.shape, ...ownDays.shape }

/** Kept in the address (`?network=whatsapp&hour=5-13`). What is not known there narrows nothing. */
export function narrowedIn(params: URLSearchParams): Narrowed {
  const known = [...params].filter(
    ([key, value]) => key in SHAPE && SHAPE[key as keyof Narrowed].safeParse(value).success,
  )
  const narrowed = Object.fromEntries(known) as Narrowed
  if (areOwnDays(narrowed)) return narrowed
  const { from: _from, to: _to, ...rest } = narrowed
  return rest
}

/** Each can be removed by itself; own days are one. */
export const partsOf = (narrowed: Narrowed): readonly Narrowed[] =>
  Object.entries(narrowed)
    .filter(([key]) => key !== 'to')
    .map(([key, value]) => (key === 'from' ? { from: value, to: narrowed.to } : { [key]: value }))

export const hasFilter = ({ from: _from, to: _to, ...filter }: Narrowed): boolean =>
  Object.keys(filter).length > 0

export const isNarrowedTo = (narrowed: Narrowed, part: Narrowed): boolean =>
  Object.entries(part).every(([key, value]) => narrowed[key as keyof Narrowed] === value)

/** The address with a part, or without it where it has it. */
export function toggled(params: URLSearchParams, part: Narrowed): URLSearchParams {
  const isOn = isNarrowedTo(narrowedIn(params), part)
  return withParams(
    params,
    isOn ? Object.fromEntries(Object.keys(part).map((key) => [key, undefined])) : part,
  )
}

/** The values are put last; without one, a name is taken out. */
export function withParams(
  params: URLSearchParams,
  values: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(values)) {
    next.delete(key)
    if (value !== undefined) next.append(key, value)
  }
  return next
}

export const withoutNarrowing = (params: URLSearchParams): URLSearchParams =>
  withParams(params, Object.fromEntries(Object.keys(SHAPE).map((key) => [key, undefined])))
