import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'

interface NoProfilesProps {
  readonly creating: boolean
  readonly onCreate: () => void
}

export function NoProfiles({ creating, onCreate }: NoProfilesProps) {
  return (
    <>
      <ScreenTitle text="Mis Perfiles" className="mb-[18px] text-h1" />
      <EmptyNotice title="Aún no tienes perfiles.">
        <Button
          kind="primary"
          className="mt-3"
          busy={creating}
          icon={<Plus aria-hidden="true" size={18} strokeWidth={1.9} />}
          onClick={onCreate}
        >
          {creating ? 'Creando...' : 'Crear mi primer perfil'}
        </Button>
      </EmptyNotice>
    </>
  )
}
