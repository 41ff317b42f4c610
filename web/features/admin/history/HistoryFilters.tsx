import { EVENT_GROUPS } from '@app/contracts/events/event-names.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { DateField } from '../../../ui/forms/DateField.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FIELD_BOX, SelectBox } from '../lists/SelectBox.tsx'
import { isEntityId } from './history-filter.ts'
import type { FilterState } from './use-history-list.ts'

export interface FieldsProps {
  readonly filter: FilterState
  /** Of the entity that the address names by its id. */
  readonly entityName: string
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
    className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
  />
)

interface WideFiltersProps extends FieldsProps {
  readonly exports: ReactNode
}

export const WideFilters = ({ filter, entityName, exports }: WideFiltersProps) => (
  <div role="search" aria-label="Filtrar el historial" className="history-filters">
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
    {exports}
  </div>
)

const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className="history-field">
    <span className="history-label">{label}</span>
    {children}
  </label>
)

type FieldProps = Pick<FieldsProps, 'filter'>

export const TypeField = ({ filter }: FieldProps) => (
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

export function EntityField({ filter, entityName }: FieldsProps) {
  const { entity } = filter.shown
  if (isEntityId(entity)) {
    return (
      <div role="group" aria-label="Entidad" className="history-field">
        <span aria-hidden="true" className="history-label">
          Entidad
        </span>
        <span className={`${FIELD_BOX} pr-1 pointer-coarse:pr-2`}>
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
}

export const DayFields = ({ filter }: FieldProps) => (
  <fieldset className="min-w-0">
    <legend className="history-label">Fechas</legend>
    <div className="history-days">
      <DateField
        label="Desde"
        max={filter.shown.to || undefined}
        value={filter.shown.from}
        onChange={(from) => filter.change({ from })}
        className="history-day"
      />
      <span aria-hidden="true" className="text-small text-ink-3">
        a
      </span>
      <DateField
        label="Hasta"
        min={filter.shown.from || undefined}
        value={filter.shown.to}
        onChange={(to) => filter.change({ to })}
        className="history-day"
      />
    </div>
  </fieldset>
)
