export const SECTIONS = [
  ['#features', 'Funciones'],
  ['#analytics', 'Analíticas'],
  ['#companies', 'Empresas'],
  ['#quotation', 'Cotización'],
] as const

const LINK = 'rounded-full px-[13px] py-[9px] text-[0.9375rem] font-semibold hover:bg-on-signal/8'

interface SectionLinksProps {
  readonly label: string
  readonly className?: string
}

export function SectionLinks({ label, className = '' }: SectionLinksProps) {
  return (
    <nav aria-label={label} className={`flex gap-0.5 max-desk:hidden ${className}`}>
      {SECTIONS.map(([href, name]) => (
        <a key={href} href={href} className={LINK}>
          {name}
        </a>
      ))}
    </nav>
  )
}

interface AccountLinksProps {
  readonly signedIn: boolean
  readonly looks?: { readonly login: string; readonly register: string }
}

export function AccountLinks({ signedIn, looks }: AccountLinksProps) {
  if (signedIn)
    return (
      <a href="/dashboard" className={looks?.register}>
        Ir a mi panel
      </a>
    )
  return (
    <>
      <a href="/login" className={looks?.login}>
        Iniciar Sesión
      </a>
      <a href="/register" className={looks?.register}>
        Registrarse
      </a>
    </>
  )
}
