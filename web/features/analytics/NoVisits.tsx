import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { Toast } from '../../ui/notices/Toast.tsx'

interface NoVisitsProps {
  readonly slug: string
  readonly excluded: string | undefined
}

export function NoVisits({ slug, excluded }: NoVisitsProps) {
  const [message, setMessage] = useState<{ readonly text: string } | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}/pages/${slug}`)
      setMessage({ text: 'Enlace copiado' })
    } catch {
      setMessage({ text: 'Error al copiar el enlace' })
    }
  }
  return (
    <>
      <EmptyNotice title="Todavía no hay visitas.">
        <p className="text-ink-2">Comparte tu perfil y vuelve en un rato.</p>
        {excluded && <p className="text-small text-ink-3">{excluded}</p>}
        <Button
          className="mt-3"
          icon={<Link2 aria-hidden="true" size={18} strokeWidth={1.9} />}
          onClick={() => void copy()}
        >
          Copiar enlace
        </Button>
      </EmptyNotice>
      <Toast message={message} onDone={() => setMessage(null)} />
    </>
  )
}
