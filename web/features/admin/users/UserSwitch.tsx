import type { AdminUser } from '@app/contracts/api/admin-users.ts'
import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useTelling } from '../use-telling.ts'
import { useChangeUserMutation } from './users-api.ts'

interface UserSwitchProps {
  readonly user: AdminUser
  /** It is the administrator's own account. */
  readonly isOwn: boolean
}

export function UserSwitch({ user, isOwn }: UserSwitchProps) {
  const [change, { isLoading }] = useChangeUserMutation()
  const tell = useTelling()
  if (isOwn) return <OwnSwitch />
  if (user.is_active) return <Deactivation user={user} />
  const activate = () =>
    void tell(
      change({ id: user.id, changes: { is_active: true } }),
      'Usuario activado',
      'No pudimos activar al usuario.',
    )
  return (
    <Button
      size="sm"
      kind="primary"
      busy={isLoading}
      aria-label={`Activar a ${user.name}`}
      onClick={activate}
    >
      {isLoading ? 'Activando...' : 'Activar'}
    </Button>
  )
}

const OWN_REASON = 'No puedes desactivar tu propia cuenta.'

function OwnSwitch() {
  const id = useId()
  return (
    <span title={OWN_REASON}>
      <Button size="sm" disabled aria-describedby={id}>
        Desactivar
      </Button>
      <span id={id} className="sr-only">
        {OWN_REASON}
      </span>
    </span>
  )
}

function Deactivation({ user }: { readonly user: AdminUser }) {
  const [isOpen, setOpen] = useState(false)
  const [change, { isLoading, error, reset }] = useChangeUserMutation()
  const say = useSay()
  const onOpenChange = (open: boolean) => {
    reset()
    setOpen(open)
  }
  const deactivate = async () => {
    const { data } = await change({ id: user.id, changes: { is_active: false } })
    if (!data) return
    setOpen(false)
    say('Usuario desactivado')
  }
  return (
    <>
      <Button size="sm" aria-label={`Desactivar a ${user.name}`} onClick={() => setOpen(true)}>
        Desactivar
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={onOpenChange}
        title={`¿Desactivar a ${user.name}?`}
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
