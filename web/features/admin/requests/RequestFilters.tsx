import { REQUEST_KIND_FILTERS } from '@app/contracts/api/rights/admin-requests.ts'
import { Segments } from '../../../ui/Segments.tsx'
import { SearchField } from '../lists/SearchField.tsx'
import { FiltersSheet } from '../sheet/FiltersSheet.tsx'
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
        <FiltersSheet
          count={filter.count}
          onClear={filter.count === 0 ? undefined : filter.clear}
          verb="Ver solicitudes"
        >
          <StateField filter={filter} />
          <KindField filter={filter} />
        </FiltersSheet>
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
