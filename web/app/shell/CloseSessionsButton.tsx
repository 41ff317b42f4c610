import { MonitorX } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { useCloseSessionsMutation } from '../../features/account/account-api.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { refusalText } from '../refusal.ts'
import { sessionEnded } from '../session/session.ts'
import { navItem, NavLabel } from './NavItem.tsx'

const LABEL = 'Cerrar todas las sesiones'

export function CloseSessionsButton({ narrow }: { readonly narrow: boolean }) {
  const [open, setOpen] = useState(false)
  const [closeSessions, { isLoading, error, reset }] = useCloseSessionsMutation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const confirm = async () => {
    const { data } = await closeSessions()
    if (!data) return
    dispatch(sessionEnded())
    void navigate('/login')
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={narrow ? LABEL : undefined}
        onClick={() => {
          reset()
          setOpen(true)
        }}
        className={navItem(narrow)}
      >
        <NavLabel icon={MonitorX} label={LABEL} narrow={narrow} />
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="¿Cerrar todas las sesiones?"
        consequence="Saldrás de tu cuenta en este y en todos tus dispositivos. Para volver, entra de nuevo."
        verb="Cerrar sesiones"
        busyVerb="Cerrando..."
        busy={isLoading}
        failure={error && refusalText(error, 'No pudimos cerrar tus sesiones.')}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
