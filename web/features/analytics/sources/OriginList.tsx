import { useId } from 'react'
import { countLabel } from '../../../ui/wording/figures.ts'
import type { Narrowed } from '../filter/filter-address.ts'
import { FilterButton } from '../filter/FilterButton.tsx'
import type { Origin } from './origins.ts'

export function OriginList({
  title,
  origins,
  partOf,
}: {
  readonly title: string
  readonly origins: readonly Origin[]
  /** Of those that narrow the figures when they are pressed. */
  readonly partOf?: (key: string) => Narrowed
}) {
  const id = useId()
  if (origins.length === 0) return null
  return (
    <div className="min-w-0">
      <h3 id={id} className="mb-1.5 text-micro font-semibold text-ink-3">
        {title}
      </h3>
      <ul aria-labelledby={id} className="grid gap-1 text-small">
        {origins.map(({ key, name, count }) => {
          const line = (
            <>
              <span className="truncate text-ink-2">{name}</span>
              <b className="font-[650] tabular-nums">{countLabel(count)}</b>
            </>
          )
          return (
            <li key={key} className="grid">
              {partOf ? (
                <FilterButton part={partOf(key)} className="flex items-center justify-between gap-2">
                  {line}
                </FilterButton>
              ) : (
                <span className="flex justify-between gap-2">{line}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
