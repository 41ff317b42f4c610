import { useState } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { fieldFaults } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { deleteAccountForm } from '../form-schemas.ts'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { KnownEmail } from '../login/KnownEmail.tsx'
import { useDeleteAccountMutation } from './own-account-api.ts'

const FIELDS = ['password'] as const
/** The form of an account without a password has nothing to type. */
const UNUSED = '-'

interface DeleteAccountProps {
  readonly email: string
  readonly hasPassword: boolean
  readonly onErased: () => void
}

interface DeleteAccountFormProps extends DeleteAccountProps {
  readonly erase: ReturnType<typeof useDeleteAccountMutation>[0]
  readonly error: unknown
  readonly onCancel: () => void
}

function DeleteAccountForm(props: DeleteAccountFormProps) {
  const { email, hasPassword, erase, error, onErased, onCancel } = props
  const form = useSchemaForm({
    schema: deleteAccountForm,
    initial: { password: hasPassword ? '' : UNUSED },
    send: async ({ password }) => {
      const answer = await erase(hasPassword ? { password } : {})
      if (answer.data) onErased()
      return fieldFaults(answer.error, FIELDS)
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormAlert
        error={error}
        fields={FIELDS}
        changed={form.changed}
        fallback="No pudimos borrar tu cuenta."
      />
      <KnownEmail email={email} />
      {hasPassword && (
        <PasswordField
          label="Tu contraseña"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      )}
      <p role="status" className="text-small text-ink-2">
        {form.sending && 'Borrando tu cuenta. Tarda unos segundos: no cierres esta página.'}
      </p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button disabled={form.sending} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" kind="danger" busy={form.sending}>
          {form.sending ? 'Borrando...' : 'Borrar para siempre'}
        </Button>
      </div>
    </form>
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

export function DeleteAccountPanel(props: DeleteAccountProps) {
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
