import type { AdminProfile } from '@app/contracts/api/admin-profiles.ts'
import { useState } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useTelling } from '../use-telling.ts'
import { useShowProfileMutation } from './profiles-api.ts'

interface VisibilityProps {
  readonly profile: Pick<AdminProfile, 'id' | 'is_active'>
  readonly name: string
}

const WIDTH = 'flex-auto min-[480px]:flex-none'

/** Shows a hidden profile again at once; hides one after a question. */
export const Visibility = (props: VisibilityProps) =>
  props.profile.is_active ? <Hiding {...props} /> : <Showing {...props} />

function Showing({ profile: { id }, name }: VisibilityProps) {
  const [change, { isLoading }] = useShowProfileMutation()
  const tell = useTelling()
  const show = () =>
    void tell(change({ id, is_active: true }), 'Perfil activado', 'No pudimos activar el perfil.')
  return (
    <Button
      size="sm"
      kind="primary"
      busy={isLoading}
      aria-label={`Activar el perfil de ${name}`}
      className={WIDTH}
      onClick={show}
    >
      {isLoading ? 'Activando...' : 'Activar'}
    </Button>
  )
}

function Hiding({ profile: { id }, name }: VisibilityProps) {
  const [isAsked, setAsked] = useState(false)
  const [change, { isLoading, error, reset }] = useShowProfileMutation()
  const say = useSay()
  const onOpenChange = (open: boolean) => {
    reset()
    setAsked(open)
  }
  const hide = async () => {
    const { data } = await change({ id, is_active: false })
    if (!data) return
    setAsked(false)
    say('Perfil desactivado')
  }
  return (
    <>
      <Button
        size="sm"
        aria-label={`Desactivar el perfil de ${name}`}
        className={WIDTH}
        onClick={() => setAsked(true)}
      >
        Desactivar
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
