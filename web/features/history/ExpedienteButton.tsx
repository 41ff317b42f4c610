import { FolderDown } from 'lucide-react'
import { refusalText } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/Messages.tsx'
import { useSaveExpedienteMutation, type WantedExpediente } from './history-api.ts'

interface ExpedienteButtonProps {
  readonly wanted: WantedExpediente
  readonly isPlain?: boolean
  readonly className?: string
}

const FAILED = 'no pudimos preparar el expediente. Revisa tu conexión y vuelve a pedirlo en un momento.'

export function ExpedienteButton({ wanted, isPlain = false, className = '' }: ExpedienteButtonProps) {
  const [save, { isLoading }] = useSaveExpedienteMutation()
  const say = useSay()
  const download = async (): Promise<void> => {
    const { error } = await save(wanted)
    say(error === undefined ? 'Expediente descargado' : `Error: ${refusalText(error, FAILED)}`)
  }
  return (
    <Button
      size="sm"
      busy={isLoading}
      icon={isPlain ? undefined : <FolderDown aria-hidden="true" size={16} strokeWidth={1.9} />}
      onClick={() => void download()}
      className={className}
    >
      {isLoading ? 'Preparando...' : 'Descargar expediente'}
    </Button>
  )
}
