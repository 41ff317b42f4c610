import { isolated } from '@app/contracts/fields/isolated.ts'
import type { AdminUser } from '@app/contracts/accounts/admin-users.ts'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useTelling } from '../use-telling.ts'
import { useChangeUserMutation } from './users-api.ts'

interface UserSwitchProps {
  readonly user: AdminUser
  /** It is the administrator's own account. */
  readonly isOwn: boolean
}

/** One button for both, so that the focus is not lost with the other. */
export function UserSwitch({ user, isOwn }: UserSwitchProps) {
  const [isAsking, setAsking] = useState(false)
  const [change, { isLoading, error, reset }] = useChangeUserMutation()
  const tell = useTelling()
  const say = useSay()
  if (isOwn) return <OwnSwitch />
  const { id, name, is_active: isActive } = user
  const onOpenChange = (open: boolean) => {
    reset()
    setAsking(open)
  }
  const activate = () =>
    void tell(
      change({ id, changes: { is_active: true } }),
      'Usuario activado',
      'No pudimos activar al usuario.',
    )
  const deactivate = async () => {
    const { data } = await change({ id, changes: { is_active: false } })
    if (!data) return
    setAsking(false)
    say('Usuario desactivado')
  }
  const isActivating = isLoading && !isActive
  return (
    <>
      <Button
        size="sm"
        kind={isActive ? 'line' : 'primary'}
        busy={isActivating}
        aria-label={`${isActive ? 'Desactivar' : 'Activar'} a ${isolated(name)}`}
        onClick={isActive ? () => setAsking(true) : activate}
      >
        {isActive ? 'Desactivar' : isActivating ? 'Activando...' : 'Activar'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={onOpenChange}
        title={`¿Desactivar a ${isolated(name)}?`}
        consequence="No podrá entrar y sus perfiles dejarán de mostrarse."
        verb="Desactivar"
        busyVerb="Desactivando..."
        busy={isLoading}
        failure={error && refusalText(error, 'No pudimos desactivar al usuario.')}
        onConfirm={() => void deactivate()}
      />
    </>
  )
}

const OwnSwitch = () => (
  <ReasonedButton disabled reason="No puedes desactivar tu propia cuenta.">
    Desactivar
  </ReasonedButton>
)
