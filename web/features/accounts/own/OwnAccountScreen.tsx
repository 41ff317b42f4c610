import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import type { User } from '@app/contracts/accounts.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { ScreenTitle } from '../../../ui/ScreenFrame.tsx'
import { useMeQuery } from '../../../app/session/use-own-account.ts'
import { accountErased, sessionEnded, sessionStarted } from '../../../app/session/session-slice.ts'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { CloseSessionsPanel } from './CloseSessionsPanel.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmailText } from '../../../ui/people.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DeleteAccountPanel } from './DeleteAccountPanel.tsx'
import {
  useExportAccountMutation,
  useRenameAccountMutation,
  useChangeEmailMutation,
} from './own-account-api.ts'
import { PasswordPanel } from './PasswordPanel.tsx'
import { Download } from 'lucide-react'
import { ExpedienteButton } from '../../history/ExpedienteButton.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { EmailField, TextField } from '../../../ui/forms/fields.tsx'
import { nameForm, emailForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { PRODUCT } from '@app/contracts/product.ts'
import { useState } from 'react'

const CODE = { mono: true, inputMode: 'numeric', autoComplete: 'one-time-code', required: true } as const

function EmailPanel({ onDone }: { readonly onDone: (message: string) => void }) {
  const [change] = useChangeEmailMutation()
  const [sentTo, setSentTo] = useState<string>()
  const form = useCallForm({
    schema: emailForm,
    initial: { email: '', code: '', new_code: '' },
    send: async ({ email: typed, ...codes }) => {
      const email = typed.trim()
      const answer = await change({ email, ...(email === sentTo && codes) })
      if (answer.data?.is_changed === false) setSentTo(email)
      return answer
    },
    onDone: ({ is_changed: isChanged, message }) => isChanged && onDone(message),
  })
  const isSent = form.values.email.trim() === sentTo
  return (
    <Panel title="Tu correo">
      <CallForm form={form} fallback="No pudimos cambiar tu correo.">
        <EmailField
          label="Correo nuevo"
          form={form}
          help={`Confirmas el cambio con un código que llega a tu correo actual y otro que llega al nuevo. Si ya no recibes el actual, escríbenos a ${PRODUCT.supportEmail}.`}
          {...form.field('email')}
        />
        {isSent && (
          <>
            <p role="status" className="text-small text-ink-2">
              Te enviamos un código a cada correo. Revisa también la carpeta de spam.
            </p>
            <TextField label="Código de tu correo actual" autoFocus {...CODE} {...form.field('code')} />
            <TextField label="Código de tu correo nuevo" {...CODE} {...form.field('new_code')} />
          </>
        )}
        <Button type="submit" busy={form.sending} className="justify-self-start">
          {isSent ? 'Cambiar correo' : form.sending ? 'Enviando...' : 'Enviar códigos'}
        </Button>
      </CallForm>
    </Panel>
  )
}

function ExportPanel({
  userId,
  onDone,
}: {
  readonly userId: string
  readonly onDone: (message: string) => void
}) {
  const [exportAccount, { isLoading, error }] = useExportAccountMutation()
  const download = async () => {
    const { error: failed } = await exportAccount()
    if (!failed) onDone('Datos descargados')
  }
  return (
    <Panel title="Descargar mis datos">
      <p className="mb-3 text-ink-2">
        Descarga todo lo que guardamos de ti y de tus perfiles: textos, imágenes, cifras y quienes te dijeron
        quiénes son. Es un archivo .json que puedes abrir en cualquier equipo.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
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
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start">
        <ExpedienteButton
          wanted={{ url: `/account/${userId}/expediente`, name: 'expediente_mi-cuenta.jsonl' }}
          size="md"
        />
      </div>
    </Panel>
  )
}

interface NamePanelProps {
  readonly name: string
  readonly onDone: (message: string) => void
}

function NamePanel({ name, onDone }: NamePanelProps) {
  const [rename] = useRenameAccountMutation()
  const form = useCallForm({
    schema: nameForm,
    initial: { name },
    send: (typed) => rename({ name: typed.name.trim() }),
    onDone: () => onDone('Nombre actualizado'),
  })
  return (
    <Panel title="Tu nombre">
      <CallForm form={form} fallback="No pudimos guardar tu nombre.">
        <TextField
          label="Nombre completo"
          autoComplete="name"
          required
          help="Así te llamamos aquí. El nombre de tu tarjeta se cambia en su perfil."
          {...form.field('name')}
        />
        <Button type="submit" busy={form.sending} className="justify-self-start">
          {form.sending ? 'Guardando...' : 'Guardar nombre'}
        </Button>
      </CallForm>
    </Panel>
  )
}

export function OwnAccountScreen({ user }: { readonly user: User }) {
  const say = useSay()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const leaveBy = (end: typeof sessionEnded | typeof accountErased) => () => {
    dispatch(end())
    void navigate('/login')
  }
  // Until the answer is there, assumes a password, as most accounts have.
  const hasPassword = useMeQuery().currentData?.has_password ?? true
  return (
    <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3.5">
      <header>
        <ScreenTitle text="Mi cuenta" className="text-h1 outline-none" />
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
          {user.is_blocked ? BLOCKED_TEXT : <EmailText email={user.email} />}
        </p>
      </header>
      {!user.is_blocked && <NamePanel name={user.name} onDone={say} />}
      {!user.is_blocked && <EmailPanel key={user.email} onDone={say} />}
      <PasswordPanel
        email={user.email}
        hasPassword={hasPassword}
        onChanged={(session) => {
          // Another password begins another session.
          dispatch(sessionStarted(session))
          say('Contraseña actualizada. Cerramos tus otras sesiones.')
        }}
      />
      <CloseSessionsPanel onClosed={leaveBy(sessionEnded)} />
      <ExportPanel userId={user.id} onDone={say} />
      <DeleteAccountPanel email={user.email} hasPassword={hasPassword} onErased={leaveBy(accountErased)} />
    </div>
  )
}
