import { useId } from 'react'
import { countLabel } from '../../../ui/wording/figures.ts'
import type { Origin } from './origins.ts'

export function OriginList({
  title,
  origins,
}: {
  readonly title: string
  readonly origins: readonly Origin[]
}) {
  const id = useId()
  if (origins.length === 0) return null
  return (
    <div className="min-w-0">
      <h3 id={id} className="mb-1.5 text-micro font-semibold text-ink-3">
        {title}
      </h3>
      <ul aria-labelledby={id} className="grid gap-1 text-small">
        {origins.map(({ key, name, count }) => (
          <li key={key} className="flex justify-between gap-2">
            <span className="truncate text-ink-2">{name}</span>
            <b className="font-[650] tabular-nums">{countLabel(count)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
