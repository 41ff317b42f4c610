import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'
import { useTelling } from '../use-telling.ts'
import { useExportHistoryMutation, type ExportFormat } from './admin-history-api.ts'
import type { HistoryFilter } from './history-filter.ts'

interface HistoryExportsProps {
  readonly filter: HistoryFilter
  /** There is nothing to export, or it is not known yet. */
  readonly isEmpty: boolean
}

const ICON = <Download aria-hidden="true" size={15} strokeWidth={1.9} />

/** All pages of the filter, as a sheet or line by line. */
export function HistoryExports(props: HistoryExportsProps) {
  return (
    <div className="flex gap-2">
      <ExportButton {...props} format="csv" text="Exportar CSV" />
      <ExportButton {...props} format="ndjson" text="NDJSON" />
    </div>
  )
}

export function HistoryExportsSheet(props: HistoryExportsProps) {
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
          <ExportButton {...props} format="csv" text="Exportar CSV" isWide />
          <ExportButton {...props} format="ndjson" text="Exportar NDJSON" isWide />
        </div>
      </BottomSheet>
    </>
  )
}

interface ExportButtonProps extends HistoryExportsProps {
  readonly format: ExportFormat
  readonly text: string
  readonly isWide?: boolean
}

function ExportButton({ filter, isEmpty, format, text, isWide = false }: ExportButtonProps) {
  const [exportHistory, { isLoading }] = useExportHistoryMutation()
  const tell = useTelling()
  const save = () =>
    void tell(exportHistory({ format, filter }), 'Historial descargado', 'No pudimos preparar el historial.')
  return (
    <Button
      size="sm"
      busy={isLoading}
      disabled={isEmpty}
      title={isEmpty ? 'No hay nada que exportar.' : undefined}
      icon={format === 'csv' ? ICON : undefined}
      onClick={save}
      className={isWide ? 'h-11! w-full' : 'h-9! rounded-[10px]! pointer-coarse:h-11!'}
    >
      {isLoading ? 'Preparando...' : text}
    </Button>
  )
}
