import { Link2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { useSay } from '../../ui/notices/say.ts'
import { copyLink } from '../../app/copy-link.ts'

interface NoVisitsProps {
  readonly slug: string
  readonly excluded: string | undefined
}

export function NoVisits({ slug, excluded }: NoVisitsProps) {
  const say = useSay()
  return (
    <EmptyNotice title="Todavía no hay visitas.">
      <p className="text-ink-2">Comparte tu perfil y vuelve en un rato.</p>
      {excluded && <p className="text-small text-ink-3">{excluded}</p>}
      <Button
        className="mt-3"
        icon={<Link2 aria-hidden="true" size={18} strokeWidth={1.9} />}
        onClick={() => void copyLink(slug).then(say)}
      >
        Copiar enlace
      </Button>
    </EmptyNotice>
  )
}
