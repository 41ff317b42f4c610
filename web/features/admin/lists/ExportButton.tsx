import { Download } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useExportListMutation, type ExportedList } from '../admin-api.ts'
import { useTelling } from '../use-telling.ts'

interface ExportButtonProps extends ExportedList {
  /** Of the filter; undefined until it is known. */
  readonly total: number | undefined
}

/** Saves all pages of the filter as CSV. */
export function ExportButton({ list, params, total }: ExportButtonProps) {
  const id = useId()
  const [exportList, { isLoading }] = useExportListMutation()
  const tell = useTelling()
  const save = () =>
    void tell(exportList({ list, params }), 'Lista descargada', 'No pudimos preparar la lista.')
  const reason = total === 0 ? 'No hay nada que exportar.' : undefined
  return (
    <span title={reason}>
      <Button
        size="sm"
        busy={isLoading}
        disabled={!total}
        aria-describedby={reason && id}
        icon={<Download aria-hidden="true" size={15} strokeWidth={1.9} />}
        onClick={save}
      >
        {isLoading ? 'Preparando...' : 'Exportar CSV'}
      </Button>
      {reason !== undefined && (
        <span id={id} className="sr-only">
          {reason}
        </span>
      )}
    </span>
  )
}
