import { Download } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useExportListMutation, type ListExport } from '../admin-api.ts'
import { useTelling } from '../use-telling.ts'

interface ExportButtonProps extends ListExport {
  readonly isEmpty: boolean
}

/** All pages of the filter, as a file. */
export function ExportButton({ isEmpty, ...wanted }: ExportButtonProps) {
  const [exportList, { isLoading }] = useExportListMutation()
  const tell = useTelling()
  return (
    <Button
      size="sm"
      busy={isLoading}
      disabled={isEmpty}
      title={isEmpty ? 'No hay nada que exportar.' : undefined}
      icon={<Download aria-hidden="true" size={15} strokeWidth={1.9} />}
      onClick={() => void tell(exportList(wanted), 'Lista descargada', 'No pudimos exportar la lista.')}
    >
      {isLoading ? 'Exportando...' : 'Exportar CSV'}
    </Button>
  )
}
