import { buttonLook } from '../../../ui/button-look.ts'
import { useLoginMethodsQuery } from '../account-api.ts'
import { ProviderGlyph } from './ProviderGlyph.tsx'

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
