import { Download } from 'lucide-react'
import { ReasonedButton } from '../../ui/Button.tsx'
import { useExportListMutation, type ExportedList, useTelling } from './admin-api.ts'

interface ExportButtonProps extends ExportedList {
  /** The filter's total; undefined until it is there. */
  readonly total: number | undefined
  readonly text?: string
}

/** Saves all pages of the filter. */
export function ExportButton({ file, params, total, text = 'Exportar CSV' }: ExportButtonProps) {
  const [exportList, { isLoading }] = useExportListMutation()
  const tell = useTelling()
  const save = () =>
    void tell(exportList({ file, params }), 'Lista descargada', 'No pudimos preparar la lista.')
  return (
    <ReasonedButton
      reason={total === 0 ? 'No hay nada que exportar.' : undefined}
      busy={isLoading}
      disabled={!total}
      icon={<Download aria-hidden="true" size={15} strokeWidth={1.9} />}
      onClick={save}
    >
      {isLoading ? 'Preparando...' : text}
    </ReasonedButton>
  )
}
