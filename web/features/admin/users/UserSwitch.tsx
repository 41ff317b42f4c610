import { isolated } from '@app/contracts/fields/isolated.ts'
import type { AdminUser } from '@app/contracts/api/admin/admin-users.ts'
import { useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ActiveSwitch } from '../lists/ActiveSwitch.tsx'
import { useChangeUserMutation } from './users-api.ts'

interface UserSwitchProps {
  readonly user: AdminUser
  /** It is the administrator's own account. */
  readonly isOwn: boolean
}

export function UserSwitch({ user: { id, name, is_active: isActive }, isOwn }: UserSwitchProps) {
  const [change, state] = useChangeUserMutation()
  if (isOwn) return <OwnSwitch />
  return (
    <ActiveSwitch
      isActive={isActive}
      whom={`a ${isolated(name)}`}
      consequence="No podrá entrar y sus perfiles dejarán de mostrarse."
      words={['Usuario', 'al usuario']}
      change={(is_active) => change({ id, changes: { is_active } })}
      state={state}
    />
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
