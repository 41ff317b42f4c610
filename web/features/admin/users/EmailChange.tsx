import type { AdminUser } from '@app/contracts/administration.ts'
import { emailAddress } from '@app/contracts/fields/email.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useState } from 'react'
import { z } from 'zod'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmailField } from '../../../ui/forms/fields.tsx'
import { typedAs } from '../../../ui/forms/use-schema-form.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { useChangeUserMutation } from '../admin-api.ts'

interface EmailChangeProps {
  readonly user: Pick<AdminUser, 'id' | 'name' | 'email'>
}

const schema = z.object({ email: typedAs(emailAddress, { charsMax: LIMITS.emailCharsMax }) })

/** For people who lost the mailbox that has to confirm a change. */
export function EmailChange({ user }: EmailChangeProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={`Cambiar el correo de ${isolated(user.name)}`}
        onClick={() => setOpen(true)}
      >
        Correo
      </Button>
      <Modal
        open={open}
        onOpenChange={setOpen}
        title={`Correo de ${isolated(user.name)}`}
        description="Entrará con el nuevo, y ahí recibirá nuestros correos. Avisamos al anterior, y el cambio queda en el historial."
      >
        <EmailForm user={user} onDone={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function EmailForm({ user, onDone }: EmailChangeProps & { readonly onDone: () => void }) {
  const say = useSay()
  const [change] = useChangeUserMutation()
  const form = useCallForm({
    schema,
    initial: { email: user.email },
    send: ({ email }) => change({ id: user.id, changes: { email: email.trim() } }),
    onDone: () => {
      onDone()
      say('Correo actualizado')
    },
  })
  return (
    <CallForm form={form} fallback="No pudimos cambiar el correo.">
      <EmailField label="Correo nuevo" autoComplete="off" form={form} {...form.field('email')} />
      <Button type="submit" kind="primary" busy={form.sending} className="justify-self-end">
        {form.sending ? 'Guardando...' : 'Guardar correo'}
      </Button>
    </CallForm>
  )
}
