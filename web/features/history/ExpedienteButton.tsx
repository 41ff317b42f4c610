import { FolderDown } from 'lucide-react'
import { refusalText } from '../../app/refusal.ts'
import { Button, type ButtonSize } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { useSaveExpedienteMutation, type WantedExpediente } from './history-api.ts'

interface ExpedienteButtonProps {
  readonly wanted: WantedExpediente
  readonly size?: ButtonSize
  readonly className?: string
}

const FAILED = 'no pudimos preparar el expediente. Revisa tu conexión y vuelve a pedirlo en un momento.'

export function ExpedienteButton({ wanted, ...look }: ExpedienteButtonProps) {
  const [save, { isLoading }] = useSaveExpedienteMutation()
  const say = useSay()
  const download = async (): Promise<void> => {
    const { error } = await save(wanted)
    say(error === undefined ? 'Expediente descargado' : `Error: ${refusalText(error, FAILED)}`)
  }
  return (
    <Button
      size="sm"
      {...look}
      busy={isLoading}
      icon={<FolderDown aria-hidden="true" size={16} strokeWidth={1.9} />}
      onClick={() => void download()}
    >
      {isLoading ? 'Preparando...' : 'Descargar expediente'}
    </Button>
  )
}
