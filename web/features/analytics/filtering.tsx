import { X } from 'lucide-react'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { DEVICE_NAMES, networkName, SOURCE_NAMES } from '@app/contracts/traffic/kinds.ts'
import { useUnifiedQuery } from './analytics-api.ts'
import { periodText, spanText } from './days.ts'
import { hourName } from './heatmap.ts'
import {
  areOwnDays,
  figuresFilter,
  ownDays,
  type FiguresFilter,
  type OwnDays,
  weekHourOf,
} from '@app/contracts/traffic/ranges.ts'

export interface Filtering {
  readonly narrowed: Narrowed
  readonly toggle: (part: Narrowed) => void
}

export const FilteringContext = createContext<Filtering>({ narrowed: {}, toggle: () => undefined })
export const useFiltering = (): Filtering => useContext(FilteringContext)

export function useAddressFilter() {
  const [params, setParams] = useSearchParams()
  const filtering = useMemo<Filtering>(
    () => ({
      narrowed: narrowedIn(params),
      toggle: (part) => setParams((before) => toggled(before, part)),
    }),
    [params, setParams],
  )
  return { filtering, clear: () => setParams(withoutNarrowing) }
}

/** Figures without one part of the filter: its own panel shows what else can be pressed. */
export function useFiguresWithout(
  part: keyof Narrowed,
  profileId: string,
  data: UnifiedAnalytics,
): UnifiedAnalytics {
  const { narrowed } = useFiltering()
  const { [part]: own, ...rest } = narrowed
  const question = { profileId, range: data.date_range, narrowed: rest }
  const { currentData } = useUnifiedQuery(question, { skip: own === undefined })
  return own === undefined ? data : (currentData ?? data)
}

/** The parts of the filter, the newest last. */
export type Narrowed = FiguresFilter & OwnDays

const SHAPE = { ...figuresFilter.shape, ...ownDays.shape }

/** The filters are in the address (`?network=whatsapp&hour=5-13`). Anything else there narrows nothing. */
export function narrowedIn(params: URLSearchParams): Narrowed {
  const valid = [...params].filter(
    ([key, value]) => key in SHAPE && SHAPE[key as keyof Narrowed].safeParse(value).success,
  )
  const narrowed = Object.fromEntries(valid) as Narrowed
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

const isNarrowedTo = (narrowed: Narrowed, part: Narrowed): boolean =>
  Object.entries(part).every(([key, value]) => narrowed[key as keyof Narrowed] === value)

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

const withoutNarrowing = (params: URLSearchParams): URLSearchParams =>
  withParams(params, Object.fromEntries(Object.keys(SHAPE).map((key) => [key, undefined])))

interface FilterButtonProps {
  readonly part: Narrowed
  readonly className: string
  readonly children: ReactNode
}

/** A press narrows all figures to it, another one ends that. Others stay at 40 %, in a colour that can be read. */
export function FilterButton({ part, className, children }: FilterButtonProps) {
  const { narrowed, toggle } = useFiltering()
  const isOn = isNarrowedTo(narrowed, part)
  const isOther = !isOn && Object.keys(part).some((key) => key in narrowed)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-other={isOther || undefined}
      title={isOn ? 'Quitar el filtro' : 'Ver solo esto'}
      onClick={() => toggle(part)}
      className={`-mx-1.5 -my-0.5 rounded-sm px-1.5 py-0.5 text-left min-h-6 pointer-coarse:min-h-11 hover:bg-surface-2 aria-pressed:bg-accent-soft data-other:text-ink-3 data-other:[&_:is(b,span)]:text-ink-3 data-other:[&>:is(i,svg,[data-mark])]:opacity-40 data-other:[&>span>i]:opacity-40 ${className}`}
    >
      {children}
    </button>
  )
}

/** `WhatsApp`, `Tarjeta NFC`, `Martes 13–14 h`, `Viernes 20 de noviembre` */
function partText({ network, source, device, hour, from, to }: Narrowed, customTitle: string): string {
  if (network !== undefined) return `Red: ${networkName(network, customTitle)}`
  if (source !== undefined) return `Origen: ${SOURCE_NAMES[source]}`
  if (device !== undefined) return `Dispositivo: ${DEVICE_NAMES[device]}`
  if (hour !== undefined) return hourName(weekHourOf(hour))
  if (from === undefined || to === undefined) return ''
  return from === to ? periodText(from, 'day') : spanText(from, to)
}

export function FilterChips({ customTitle }: { readonly customTitle: string }) {
  const { narrowed, toggle } = useFiltering()
  const chips = partsOf(narrowed).map((part) => ({ part, text: partText(part, customTitle) }))
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 text-small min-[900px]:mb-3.5">
      {chips.map(({ part, text }) => (
        <button
          key={text}
          type="button"
          aria-label={`Quitar el filtro ${text}`}
          onClick={() => toggle(part)}
          className="flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 font-semibold hover:bg-surface-3 pointer-coarse:min-h-11"
        >
          <span dir="auto" className="min-w-0 text-left wrap-anywhere">
            {text}
          </span>
          <X aria-hidden="true" size={14} strokeWidth={2.2} className="flex-none text-ink-2" />
        </button>
      ))}
      <p id="no-report" className="text-ink-3">
        El Reporte Excel no lleva filtros: quítalos para descargarlo.
      </p>
      <p role="status" className="sr-only">
        {`Ves solo: ${chips.map(({ text }) => isolated(text)).join(', ')}`}
      </p>
    </div>
  )
}
