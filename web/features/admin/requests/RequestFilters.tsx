import { REQUEST_KIND_FILTERS } from '@app/contracts/api/rights/admin-requests.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { SearchField } from '../lists/SearchField.tsx'
import { SelectBox } from '../lists/SelectBox.tsx'
import { allText, REQUEST_NAMES } from './request-words.ts'
import type { RequestFilterState } from './use-request-filter.ts'
import type { RequestLists } from './use-request-lists.ts'

const STATES = [
  { value: 'all', text: 'Todas' },
  { value: 'open', text: 'Abiertas' },
  { value: 'answered', text: 'Respondidas' },
] as const

interface RequestFiltersProps {
  readonly filter: RequestFilterState
  readonly lists: RequestLists
  readonly wide: boolean
}

interface FieldProps {
  readonly filter: RequestFilterState
}

/** On phones all but the search stand in a sheet. */
export function RequestFilters({ filter, lists, wide }: RequestFiltersProps) {
  const { groups, total } = lists
  return (
    <div role="search" aria-label="Filtrar las solicitudes" className="flex flex-wrap items-center gap-2.5">
      <div className="request-search">
        <SearchField
          label="Nombre o correo"
          typed={filter.shown.search}
          onType={(search) => filter.change({ search })}
        />
      </div>
      {wide ? (
        <>
          <StateField filter={filter} />
          <KindField filter={filter} />
        </>
      ) : (
        <FiltersSheet filter={filter} />
      )}
      {groups && (
        <p role="status" className={wide ? 'ml-auto text-small text-ink-3 tabular-nums' : 'sr-only'}>
          {`${allText(total, filter.asked.search !== '')} ${total === 1 ? 'solicitud' : 'solicitudes'}`}
        </p>
      )}
    </div>
  )
}

const StateField = ({ filter }: FieldProps) => (
  <Segments
    label="Estado"
    options={STATES}
    chosen={filter.shown.state}
    onChoose={(state) => filter.change({ state })}
  />
)

const KindField = ({ filter }: FieldProps) => (
  <SelectBox
    aria-label="Tipo"
    value={filter.shown.kind}
    onChange={({ target }) => {
      const kind = REQUEST_KIND_FILTERS.find((one) => one === target.value)
      if (kind) filter.change({ kind })
    }}
    className="request-kinds"
  >
    {REQUEST_KIND_FILTERS.map((kind) => (
      <option key={kind} value={kind}>
        {kind === 'all' ? 'Todos los tipos' : REQUEST_NAMES[kind]}
      </option>
    ))}
  </SelectBox>
)

function FiltersSheet({ filter }: FieldProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<SlidersHorizontal aria-hidden="true" size={16} strokeWidth={1.9} />}
        className="h-11! px-3!"
        onClick={() => setOpen(true)}
      >
        <span>Filtros</span>
        {filter.count > 0 && (
          <span className="grid h-[22px] min-w-[22px] place-items-center rounded-full bg-accent-soft px-1.5 text-micro text-accent">
            {filter.count}
          </span>
        )}
      </Button>
      <BottomSheet open={open} onOpenChange={setOpen} title="Filtros">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <StateField filter={filter} />
          <KindField filter={filter} />
          <div className="mt-1 grid grid-cols-2 gap-2">
            <Button disabled={filter.count === 0} onClick={filter.clear}>
              Limpiar filtros
            </Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              Ver solicitudes
            </Button>
          </div>
        </div>
      </BottomSheet>
    </>
  )
}
