import { useState } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/forms/fields.tsx'
import { deleteAccountForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { KnownEmail } from '../AccountParts.tsx'
import { useDeleteAccountMutation } from './own-account-api.ts'

/** The form of an account without a password has nothing to type. */
const UNUSED = '-'

interface DeleteAccountProps {
  readonly email: string
  readonly hasPassword: boolean
  readonly onErased: () => void
}

interface DeleteAccountFormProps extends DeleteAccountProps {
  readonly erase: ReturnType<typeof useDeleteAccountMutation>[0]
  readonly onCancel: () => void
}

function DeleteAccountForm(props: DeleteAccountFormProps) {
  const { email, hasPassword, erase, onErased, onCancel } = props
  const form = useCallForm({
    schema: deleteAccountForm,
    initial: { password: hasPassword ? '' : UNUSED },
    send: ({ password }) => erase(hasPassword ? { password } : {}),
    onDone: onErased,
  })
  return (
    <CallForm form={form} fallback="No pudimos borrar tu cuenta.">
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
    </CallForm>
  )
}

export function DeleteAccountPanel(props: DeleteAccountProps) {
  const [open, setOpen] = useState(false)
  const [erase, { isLoading }] = useDeleteAccountMutation()
  // Stays open while the server erases: the progress is in it.
  const change = (next: boolean): void => {
    if (!isLoading) setOpen(next)
  }
  return (
    <Panel title="Borrar tu cuenta">
      <p className="mb-3 text-ink-2">
        Se borra para siempre, con tus perfiles. Si quieres guardar algo, descarga antes tus datos.
      </p>
      <Button kind="quiet-danger" aria-haspopup="dialog" className="self-start" onClick={() => setOpen(true)}>
        Borrar mi cuenta
      </Button>
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
        <DeleteAccountForm {...props} erase={erase} onCancel={() => change(false)} />
      </Modal>
    </Panel>
  )
}
