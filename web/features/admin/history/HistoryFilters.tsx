import { EVENT_GROUPS } from '@app/contracts/events/event-names.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { DateField, FIELD_BOX, SelectBox } from '../../../ui/forms/choices.tsx'
import { ExportButton } from '../ListButtons.tsx'
import { filterParams, isEntityId, type FilterState } from './use-history-list.ts'

interface HistoryFiltersProps {
  readonly filter: FilterState
  readonly entityName: string
  readonly total: number | undefined
}

const LABEL = 'text-micro font-semibold text-ink-2'
const FIELD = 'grid min-w-0 gap-[5px]'

export function HistoryFilters({ filter, entityName, total }: HistoryFiltersProps) {
  return (
    <div
      role="search"
      aria-label="Filtrar el historial"
      className={
        'grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] items-end gap-2.5 ' +
        'min-[1181px]:@min-[53rem]:grid-cols-[1.1fr_0.85fr_1fr_minmax(296px,1.2fr)_auto]'
      }
    >
      <Labelled label="Persona">
        <span className={FIELD_BOX}>
          <Search aria-hidden="true" size={15} strokeWidth={1.9} className="flex-none text-ink-3" />
          <Words
            placeholder="Nombre o correo"
            value={filter.shown.person}
            onType={(person) => filter.change({ person })}
          />
        </span>
      </Labelled>
      <TypeField filter={filter} />
      <EntityField filter={filter} entityName={entityName} />
      <DayFields filter={filter} />
      <ExportButton file="history.csv" params={filterParams(filter.request)} total={total} />
    </div>
  )
}

interface WordsProps {
  readonly placeholder: string
  readonly value: string
  readonly onType: (words: string) => void
}

const Words = ({ onType, ...shown }: WordsProps) => (
  <input
    {...shown}
    type="search"
    autoComplete="off"
    spellCheck={false}
    maxLength={LIMITS.searchCharsMax}
    onChange={({ target }) => onType(target.value)}
    className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-ink-3"
  />
)

const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className={FIELD}>
    <span className={LABEL}>{label}</span>
    {children}
  </label>
)

type FieldProps = Pick<HistoryFiltersProps, 'filter'>

const TypeField = ({ filter }: FieldProps) => (
  <Labelled label="Tipo">
    <SelectBox value={filter.shown.type} onChange={({ target }) => filter.change({ type: target.value })}>
      <option value="">Todos</option>
      {EVENT_GROUPS.map(({ title, names }) => (
        <optgroup key={title} label={title}>
          {Object.entries(names).map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectBox>
  </Labelled>
)

function EntityField({ filter, entityName }: Omit<HistoryFiltersProps, 'total'>) {
  const { entity } = filter.shown
  if (!isEntityId(entity))
    return (
      <Labelled label="Entidad">
        <span className={FIELD_BOX}>
          <Words
            placeholder="Perfil o cuenta"
            value={entity}
            onType={(words) => filter.change({ entity: words })}
          />
        </span>
      </Labelled>
    )
  return (
    <div role="group" aria-label="Entidad" className={FIELD}>
      <span aria-hidden="true" className={LABEL}>
        Entidad
      </span>
      <span className={`${FIELD_BOX} pr-1`}>
        <span className="min-w-0 flex-1 truncate font-mono" title={entityName}>
          {entityName}
        </span>
        <IconButton
          label="Quitar el filtro de entidad"
          className="size-7"
          onClick={() => filter.change({ entity: '' })}
        >
          <X aria-hidden="true" size={15} strokeWidth={1.9} />
        </IconButton>
      </span>
    </div>
  )
}

const DAY = 'min-w-[min(132px,100%)] flex-1'

const DayFields = ({ filter }: FieldProps) => (
  <fieldset className="min-w-0">
    <legend className={`mb-[5px] ${LABEL}`}>Fechas</legend>
    <div className="flex flex-wrap items-center gap-x-[7px] gap-y-2">
      <DateField
        label="Desde"
        max={filter.shown.to || undefined}
        value={filter.shown.from}
        onChange={(from) => filter.change({ from })}
        className={DAY}
      />
      <span aria-hidden="true" className="text-small text-ink-3">
        a
      </span>
      <DateField
        label="Hasta"
        min={filter.shown.from || undefined}
        value={filter.shown.to}
        onChange={(to) => filter.change({ to })}
        className={DAY}
      />
    </div>
  </fieldset>
)
