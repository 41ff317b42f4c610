import { KeyRound } from 'lucide-react'
import { buttonLook } from '../../../ui/button-look.ts'
import { useLoginMethodsQuery } from '../account-api.ts'

interface ExternalLoginButtonsProps {
  readonly onLeave: () => void
}

export function ExternalLoginButtons({ onLeave }: ExternalLoginButtonsProps) {
  const { data, isError } = useLoginMethodsQuery()
  if (isError || data?.external === null) return null
  const name = data?.external?.name
  if (name === undefined) return <div aria-hidden="true" className="h-[95px]" />
  return (
    <div className="grid gap-6">
      <a href="/api/auth/external/start" onClick={onLeave} className={buttonLook('line', 'lg')}>
        <ProviderGlyph name={name} />
        Continuar con {name}
      </a>
      <p className="flex items-center gap-3 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        o con tu correo
      </p>
    </div>
  )
}

function ProviderGlyph({ name }: { readonly name: string }) {
  if (name !== 'Google') return <KeyRound aria-hidden="true" size={18} strokeWidth={1.9} />
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
    >
      <path d="M19.1 5.6A9.3 9.3 0 1 0 21.3 12H12.6" />
    </svg>
  )
}
