import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Button } from '../../../ui/Button.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'
import type { ListPage } from '../admin-api.ts'

/** Of a search no more are counted than one above the limit, unless counters have its total. */
const UNCOUNTED = LIMITS.searchCountedMax + 1

export const totalText = (total: number, isCapped: boolean): string =>
  isCapped && total === UNCOUNTED ? `más de ${countLabel(LIMITS.searchCountedMax)}` : countLabel(total)

interface ListPagerProps {
  readonly page: ListPage<unknown>
  readonly before: number
  /** Its total is that of a search. */
  readonly isCapped: boolean
  /** The shown page is still the former one. */
  readonly isBusy: boolean
  readonly onPrevious: () => void
  readonly onNext: () => void
}

export function ListPager({ page, before, isCapped, isBusy, onPrevious, onNext }: ListPagerProps) {
  const { rows, total, next } = page
  if (before === 0 && next === undefined) return null
  const [first, last] = [countLabel(before + 1), countLabel(before + rows.length)]
  return (
    <nav
      aria-label="Páginas"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5 text-small text-ink-2 tabular-nums"
    >
      <span>{`Mostrando ${first} a ${last} de ${totalText(total, isCapped)} resultados`}</span>
      <span className="flex gap-1.5">
        <Button size="sm" disabled={before === 0} onClick={isBusy ? undefined : onPrevious}>
          Anterior
        </Button>
        <Button size="sm" disabled={next === undefined} onClick={isBusy ? undefined : onNext}>
          Siguiente
        </Button>
      </span>
    </nav>
  )
}
