import { activationAddress } from '@app/contracts/fields/activation-code.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../../ui/browser/copy-and-save.ts'
import { browserInsteadOfApp, intentOf } from '../../../ui/browser/in-app-browser.ts'
import { buttonLook, TEXT_LINK } from '../../../ui/Button.tsx'
import { useLoginMethodsQuery } from '../account-api.ts'
import { scannedCode } from '../register/activation-memory.ts'

export function ExternalLoginButtons({ onLeave }: { readonly onLeave: () => void }) {
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
      {name === 'Google' && <InAppWayOut />}
      <p className="flex items-center gap-3 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        o con tu correo
      </p>
    </div>
  )
}

/** Google refuses to sign anybody in within an app's own browser. */
function InAppWayOut() {
  const [text, setText] = useState('Copiar enlace')
  const instead = browserInsteadOfApp(navigator.userAgent)
  if (instead === undefined) return null
  const code = scannedCode()
  // The other browser does not know the card's code that this tab has.
  const address = code === '' ? location.href : activationAddress(location.origin, code)
  const copy = async () => setText((await copyText(document, address)) ? 'Enlace copiado' : address)
  return (
    <p className="text-small text-ink-2">
      <span>{`Google no deja entrar desde la aplicación en que estás. Abre esta página en ${instead}, o entra con tu correo. `}</span>
      {instead === 'Chrome' && (
        <a href={intentOf(address)} className={`mr-5 ${TEXT_LINK}`}>
          Abrir en Chrome
        </a>
      )}
      <button type="button" aria-live="polite" className={TEXT_LINK} onClick={() => void copy()}>
        {text}
      </button>
    </p>
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
