import { Plus } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import type { ProfileCreation } from '../use-profile-creation.ts'

interface CreateCardProps {
  readonly left: number
  readonly max: number
  readonly creation: ProfileCreation
}

export const CreateCard = ({ left, max, creation: { create, creating } }: CreateCardProps) => (
  <li className="grid min-h-[220px] content-center justify-items-center gap-2 rounded-lg border-[1.5px] border-dashed border-line-strong px-5 py-8 text-center">
    <Button busy={creating} icon={<Plus aria-hidden="true" size={18} strokeWidth={1.9} />} onClick={create}>
      {creating ? 'Creando...' : 'Crear nuevo perfil'}
    </Button>
    <p className="text-small text-ink-2">
      Te quedan {left} de {max}.
    </p>
  </li>
)
