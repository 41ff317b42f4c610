import { FilePen } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'

interface DraftNoticeProps {
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

export function DraftNotice({ onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-md bg-accent-soft px-3.5 py-2.5 text-small font-semibold text-accent"
    >
      <FilePen aria-hidden="true" size={17} className="flex-none" />
      <p className="mr-auto">Tienes cambios sin publicar.</p>
      <span className="flex gap-1">
        <Button size="sm" kind="ghost" onClick={onRestore}>
          Restaurar
        </Button>
        <Button size="sm" kind="ghost" onClick={onDiscard}>
          Descartar
        </Button>
      </span>
    </div>
  )
}
