import { Download } from 'lucide-react'
import { ExpedienteButton } from '../../../app/past-profiles.ts'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useExportAccountMutation } from './own-account-api.ts'

const OWN = { url: '/auth/me/expediente', name: 'expediente_mi-cuenta.jsonl' } as const

export function ExportPanel({ onDone }: { readonly onDone: (message: string) => void }) {
  const [exportAccount, { isLoading, error }] = useExportAccountMutation()
  const download = async () => {
    const { error: failed } = await exportAccount()
    if (!failed) onDone('Datos descargados')
  }
  return (
    <Panel title="Tus datos">
      <p className="mb-3 text-ink-2">
        Descarga todo lo que guardamos de ti y de tus perfiles: textos, imágenes, cifras y quienes te dijeron
        quiénes son. Es un archivo .zip que puedes abrir en cualquier equipo.
      </p>
      <div className="grid justify-items-start gap-3">
        {error && !isLoading && (
          <Notice tone="danger">{refusalText(error, 'No pudimos preparar tus datos.')}</Notice>
        )}
        <Button
          busy={isLoading}
          icon={<Download aria-hidden="true" size={16} strokeWidth={1.9} />}
          onClick={() => void download()}
        >
          {isLoading ? 'Preparando...' : 'Descargar mis datos'}
        </Button>
      </div>
      <p className="mt-5 mb-3 text-ink-2">
        El expediente es lo que pasó con tu cuenta, evento por evento, con la prueba de que nada se cambió. El
        de cada perfil está en su Historial.
      </p>
      <div className="grid justify-items-start">
        <ExpedienteButton wanted={OWN} className="h-10! px-4!" />
      </div>
    </Panel>
  )
}
