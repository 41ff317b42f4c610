import { RotateCw } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { NewLink } from './NewLink.tsx'

const LEAD = 'El enlace no es válido o ha expirado. Solicita uno nuevo.'

interface InvalidLinkProps {
  readonly reason: string
  /** Present only if the link could not be checked. */
  readonly onRetry?: (() => void) | undefined
}

export function InvalidLink({ reason, onRetry }: InvalidLinkProps) {
  return (
    <AccountFrame title="Enlace inválido" lead={LEAD}>
      <div className="grid gap-4">
        {reason !== LEAD && (
          <p role="alert" className="text-small text-ink-3">
            {reason}
          </p>
        )}
        <NewLink />
        {onRetry && (
          <Button size="lg" icon={<RotateCw aria-hidden="true" size={17} />} onClick={onRetry}>
            Reintentar
          </Button>
        )}
      </div>
    </AccountFrame>
  )
}
