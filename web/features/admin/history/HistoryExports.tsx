import { Download } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useTelling } from '../use-telling.ts'
import { useExportHistoryMutation, type ExportFormat } from './admin-history-api.ts'
import type { HistoryQuery } from './history-filter.ts'

export interface HistoryExportsProps {
  readonly filter: HistoryQuery
  /** There is nothing to export, or it is not known yet. */
  readonly isEmpty: boolean
}

const ICON = <Download aria-hidden="true" size={15} strokeWidth={1.9} />

/** All pages of the filter, as a sheet or line by line. */
export function HistoryExports(props: HistoryExportsProps) {
  return (
    <div className="flex gap-2">
      <HistoryExportButton {...props} format="csv" text="Exportar CSV" />
      <HistoryExportButton {...props} format="ndjson" text="NDJSON" />
    </div>
  )
}

interface ExportButtonProps extends HistoryExportsProps {
  readonly format: ExportFormat
  readonly text: string
  readonly isWide?: boolean
}

export function HistoryExportButton({ filter, isEmpty, format, text, isWide = false }: ExportButtonProps) {
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
