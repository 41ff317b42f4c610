import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from '../Button.tsx'

interface FailedNoticeProps {
  readonly text: string
  readonly onRetry: () => void
}

export function FailedNotice({ text, onRetry }: FailedNoticeProps) {
  return (
    <div role="alert" className="card grid justify-items-center gap-3 px-5 py-12 text-center">
      <CircleAlert aria-hidden="true" size={24} className="text-danger" />
      <p className="text-ink-2">{text}</p>
      <Button size="sm" icon={<RotateCw aria-hidden="true" size={15} />} onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  )
}
