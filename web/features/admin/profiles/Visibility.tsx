import type { AdminProfile } from '@app/contracts/profiles/admin-profiles.ts'
import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useTelling } from '../use-telling.ts'
import { useShowProfileMutation } from './admin-profiles-api.ts'

interface VisibilityProps {
  readonly profile: Pick<AdminProfile, 'id' | 'is_active'>
  readonly name: string
}

/** Shows a hidden profile again at once; hides one after a question. One button for both, so that the focus stays. */
export function Visibility({ profile: { id, is_active: isActive }, name }: VisibilityProps) {
  const [isAsked, setAsked] = useState(false)
  const [change, { isLoading, error, reset }] = useShowProfileMutation()
  const tell = useTelling()
  const say = useSay()
  const onOpenChange = (open: boolean) => {
    reset()
    setAsked(open)
  }
  const show = () =>
    void tell(change({ id, is_active: true }), 'Perfil activado', 'No pudimos activar el perfil.')
  const hide = async () => {
    const { data } = await change({ id, is_active: false })
    if (!data) return
    setAsked(false)
    say('Perfil desactivado')
  }
  const isShowing = isLoading && !isActive
  return (
    <>
      <Button
        size="sm"
        kind={isActive ? 'line' : 'primary'}
        busy={isShowing}
        aria-label={`${isActive ? 'Desactivar' : 'Activar'} el perfil de ${name}`}
        className="flex-auto min-[480px]:flex-none"
        onClick={isActive ? () => setAsked(true) : show}
      >
        {isActive ? 'Desactivar' : isShowing ? 'Activando...' : 'Activar'}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={onOpenChange}
        title={`¿Desactivar el perfil de ${name}?`}
        consequence="Su página dejará de mostrarse hasta que lo actives."
        verb="Desactivar"
        busyVerb="Desactivando..."
        busy={isLoading}
        failure={error && refusalText(error, 'No pudimos desactivar el perfil.')}
        onConfirm={() => void hide()}
      />
    </>
  )
}
