import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'
import { FiltersSheet } from '../sheet/FiltersSheet.tsx'
import { SearchField } from '../lists/SearchField.tsx'
import { HistoryExportButton, type HistoryExportsProps } from './HistoryExports.tsx'
import { DayFields, EntityField, TypeField, type FieldsProps } from './HistoryFilters.tsx'

interface NarrowFiltersProps extends FieldsProps {
  readonly exported: HistoryExportsProps
}

/** On phones all but the search stand in a sheet. A chunk of its own, which desks do not load. */
export function NarrowFilters({ filter, entityName, exported }: NarrowFiltersProps) {
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
      <FiltersSheet count={count} onClear={filter.count === 0 ? undefined : filter.clear} verb="Ver eventos">
        <TypeField filter={filter} />
        <EntityField filter={filter} entityName={entityName} />
        <DayFields filter={filter} />
      </FiltersSheet>
      <ExportsSheet {...exported} />
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
