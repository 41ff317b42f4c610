import { Download } from 'lucide-react'
import { useExportListMutation, type ExportedList } from '../admin-api.ts'
import { useTelling } from '../use-telling.ts'
import { ReasonedButton } from './ReasonedButton.tsx'

interface ExportButtonProps extends ExportedList {
  /** Of the filter; undefined until it is known. */
  readonly total: number | undefined
}

/** Saves all pages of the filter as CSV. */
export function ExportButton({ list, params, total }: ExportButtonProps) {
  const [exportList, { isLoading }] = useExportListMutation()
  const tell = useTelling()
  const save = () =>
    void tell(exportList({ list, params }), 'Lista descargada', 'No pudimos preparar la lista.')
  return (
    <ReasonedButton
      reason={total === 0 ? 'No hay nada que exportar.' : undefined}
      busy={isLoading}
      disabled={!total}
      icon={<Download aria-hidden="true" size={15} strokeWidth={1.9} />}
      onClick={save}
    >
      {isLoading ? 'Preparando...' : 'Exportar CSV'}
    </ReasonedButton>
  )
}
