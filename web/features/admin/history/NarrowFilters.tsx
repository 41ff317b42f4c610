import { Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'
import { SearchField } from '../lists/SearchField.tsx'
import { HistoryExportButton, type HistoryExportsProps } from './HistoryExports.tsx'
import { DayFields, EntityField, TypeField, type FieldsProps } from './HistoryFilters.tsx'

interface NarrowFiltersProps extends FieldsProps {
  readonly exported: HistoryExportsProps
}

/** On phones all but the search stand in a sheet. A chunk of its own, which desks do not load. */
export function NarrowFilters({ filter, entityName, exported }: NarrowFiltersProps) {
  const [open, setOpen] = useState(false)
  const count = filter.count - (filter.shown.person === '' ? 0 : 1)
  return (
    <div role="search" aria-label="Filtrar el historial" className="flex flex-wrap items-center gap-2">
      <div className="min-w-[min(160px,100%)] flex-1 [&_input]:text-[1rem] [&_label]:h-11">
        <SearchField
          label="Nombre o correo"
          typed={filter.shown.person}
          onType={(person) => filter.change({ person })}
        />
      </div>
      <Button
        aria-haspopup="dialog"
        icon={<SlidersHorizontal aria-hidden="true" size={16} strokeWidth={1.9} />}
        className="h-11! px-3!"
        onClick={() => setOpen(true)}
      >
        <span>Filtros</span>
        {count > 0 && (
          <span className="grid h-[22px] min-w-[22px] place-items-center rounded-full bg-accent-soft px-1.5 text-micro text-accent">
            {count}
          </span>
        )}
      </Button>
      <ExportsSheet {...exported} />
      <BottomSheet open={open} onOpenChange={setOpen} title="Filtros">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <TypeField filter={filter} />
          <EntityField filter={filter} entityName={entityName} />
          <DayFields filter={filter} />
          <div className="mt-1 grid grid-cols-2 gap-2">
            <Button disabled={filter.count === 0} onClick={filter.clear}>
              Limpiar filtros
            </Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              Ver eventos
            </Button>
          </div>
        </div>
      </BottomSheet>
    </div>
  )
}

function ExportsSheet(props: HistoryExportsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-label="Exportar CSV o NDJSON"
        aria-haspopup="dialog"
        className="size-11! flex-none px-0!"
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden="true" size={17} strokeWidth={1.9} />
      </Button>
      <BottomSheet open={open} onOpenChange={setOpen} title="Exportar">
        <div className="grid gap-2">
          <HistoryExportButton {...props} format="csv" text="Exportar CSV" isWide />
          <HistoryExportButton {...props} format="ndjson" text="Exportar NDJSON" isWide />
        </div>
      </BottomSheet>
    </>
  )
}
