import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import type { Session } from '@app/contracts/api/accounts/auth-calls.ts'
import type { User } from '@app/contracts/api/accounts/user.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { ScreenTitle } from '../../../ui/ScreenTitle.tsx'
import { useMeQuery } from '../account-api.ts'
import { CloseSessionsPanel } from './CloseSessionsPanel.tsx'
import { NamePanel } from './NamePanel.tsx'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { DeleteAccountForm, type DeleteAccountProps } from './DeleteAccountForm.tsx'
import { useDeleteAccountMutation, useExportAccountMutation } from './own-account-api.ts'
import { Link } from 'react-router-dom'
import { TEXT_LINK } from '../../../ui/text-link.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { Download } from 'lucide-react'
import { ExpedienteButton } from '../../history/ExpedienteButton.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'

const OWN = { url: '/auth/me/expediente', name: 'expediente_mi-cuenta.jsonl' } as const

function ExportPanel({ onDone }: { readonly onDone: (message: string) => void }) {
  const [exportAccount, { isLoading, error }] = useExportAccountMutation()
  const download = async () => {
    const { error: failed } = await exportAccount()
    if (!failed) onDone('Datos descargados')
  }
  return (
    <Panel title="Tus datos">
      <p className="mb-3 text-ink-2">
        Descarga todo lo que guardamos de ti y de tus perfiles: textos, imágenes, cifras y quienes te dijeron
        quiénes son. Es un archivo .zip que puedes abrir en cualquier equipo.
      </p>
      <div className="grid justify-items-start gap-3">
        {error && !isLoading && (
          <Notice tone="danger">{refusalText(error, 'No pudimos preparar tus datos.')}</Notice>
        )}
        <Button
          busy={isLoading}
          icon={<Download aria-hidden="true" size={16} strokeWidth={1.9} />}
          onClick={() => void download()}
        >
          {isLoading ? 'Preparando...' : 'Descargar mis datos'}
        </Button>
      </div>
      <p className="mt-5 mb-3 text-ink-2">
        El expediente es lo que pasó con tu cuenta, evento por evento, con la prueba de que nada se cambió. El
        de cada perfil está en su Historial.
      </p>
      <div className="grid justify-items-start">
        <ExpedienteButton wanted={OWN} className="min-h-10! px-4!" />
      </div>
    </Panel>
  )
}

interface PasswordPanelProps {
  readonly email: string
  readonly hasPassword: boolean
  readonly onChanged: (session: Session) => void
}

function PasswordPanel({ email, hasPassword, onChanged }: PasswordPanelProps) {
  const [changes, setChanges] = useState(0)
  const changed = (session: Session): void => {
    setChanges(changes + 1)
    onChanged(session)
  }
  return (
    <Panel title="Tu contraseña">
      {hasPassword ? (
        <ChangePasswordForm key={changes} email={email} onChanged={changed} />
      ) : (
        <p className="text-ink-2">
          Entras sin contraseña, con tu cuenta de otro servicio. Si quieres una,{' '}
          <Link to="/auth/forgot-password" className={TEXT_LINK}>
            pide el enlace para crearla
          </Link>
          .
        </p>
      )}
    </Panel>
  )
}

interface DeleteAccountDialogProps extends DeleteAccountProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Stays open while the server erases: the progress is in it. */
function DeleteAccountDialog({ open, onOpenChange, ...props }: DeleteAccountDialogProps) {
  const [erase, { isLoading, error, reset }] = useDeleteAccountMutation()
  const change = (next: boolean): void => {
    if (isLoading) return
    reset()
    onOpenChange(next)
  }
  return (
    <Modal
      open={open}
      onOpenChange={change}
      title="¿Borrar tu cuenta?"
      description="Esta acción no se puede deshacer."
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>Tus perfiles dejan de verse: sus enlaces, sus códigos QR y sus tarjetas ya no abren nada.</li>
        <li>Se borran tus textos, tus imágenes y los datos de quienes te dijeron quiénes son.</li>
        <li>Se cancelan los recordatorios que pidieron tus visitantes.</li>
        <li>Quedan cifras sin nombres. Tu correo se puede volver a registrar.</li>
      </ul>
      <DeleteAccountForm {...props} erase={erase} error={error} onCancel={() => change(false)} />
    </Modal>
  )
}

function DeleteAccountPanel(props: DeleteAccountProps) {
  const [open, setOpen] = useState(false)
  return (
    <Panel title="Borrar tu cuenta">
      <p className="mb-3 text-ink-2">
        Se borra para siempre, con tus perfiles. Si quieres guardar algo, descarga antes tus datos.
      </p>
      <Button kind="quiet-danger" aria-haspopup="dialog" className="self-start" onClick={() => setOpen(true)}>
        Borrar mi cuenta
      </Button>
      <DeleteAccountDialog {...props} open={open} onOpenChange={setOpen} />
    </Panel>
  )
}

/** Breaks before its @, where a line is too short for it. */
const Address = ({ email }: { readonly email: string }) => {
  const at = email.lastIndexOf('@')
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  )
}

export interface OwnAccountScreenProps {
  readonly user: User
  /** The password was changed, which begins another session. */
  readonly onSignedIn: (session: Session) => void
  readonly onSessionsClosed: () => void
  readonly onErased: () => void
}

export function OwnAccountScreen({ user, onSignedIn, onSessionsClosed, onErased }: OwnAccountScreenProps) {
  const say = useSay()
  // Until it is known, assumes a password, as most accounts have.
  const hasPassword = useMeQuery().currentData?.has_password ?? true
  return (
    <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3.5">
      <header>
        <ScreenTitle text="Mi cuenta" className="text-h1 outline-none" />
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
          {user.is_blocked ? BLOCKED_TEXT : <Address email={user.email} />}
        </p>
      </header>
      {!user.is_blocked && <NamePanel name={user.name} onDone={say} />}
      <PasswordPanel
        email={user.email}
        hasPassword={hasPassword}
        onChanged={(session) => {
          onSignedIn(session)
          say('Contraseña actualizada. Cerramos tus otras sesiones.')
        }}
      />
      <CloseSessionsPanel onClosed={onSessionsClosed} />
      <ExportPanel onDone={say} />
      <DeleteAccountPanel email={user.email} hasPassword={hasPassword} onErased={onErased} />
    </div>
  )
}
