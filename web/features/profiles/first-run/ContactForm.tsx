import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { profileDetails } from '@app/contracts/profiles.ts'
import { phoneDigits, phoneFault } from '@app/contracts/fields/phone.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useLayoutEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { z } from 'zod'
import { fieldFaults, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { selectSignedIn } from '../../../app/session/session-slice.ts'
import { Button, TEXT_LINK } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { typedAs, useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { useChangeProfileMutation, useProfileQuery } from '../../editor/profile-api.ts'

const isPhone = (typed: string): boolean => phoneDigits(typed) !== undefined
const schema = z.object({
  phone: typedAs(
    profileDetails.shape.phone.refine(isPhone, { error: ({ input }) => phoneFault(String(input)).fault }),
    { charsMax: LIMITS.phoneCharsMax },
  ),
})

/** The one field without which nobody can call, and the address that is already there. */
export function ContactForm({ profile: { id, email } }: { readonly profile: OwnProfile }) {
  const account = useSelector(selectSignedIn)?.user
  const { data: base, refetch } = useProfileQuery(id, { refetchOnMountOrArgChange: true })
  const [change, { isLoading }] = useChangeProfileMutation()
  const say = useSay()
  const save = async (changes: { readonly phone: string } | { readonly email: string }) => {
    if (!base) return undefined
    const { error } = await change({ id, changes, etag: base.etag })
    const isConflict = refusalFrom(error)?.code === 'conflict'
    // Another press overwrites what is read then.
    if (isConflict) {
      void refetch()
      say('Este perfil cambió en otra sesión.')
    } else if (error) say(`Error: ${refusalText(error, 'Error updating profile')}`)
    else say('Perfil actualizado correctamente')
    return fieldFaults(error, ['phone'])
  }
  const form = useSchemaForm({ schema, initial: { phone: '' }, send: save })
  const fillIn = async (email: string) => {
    await save({ email })
    form.focus('phone')
  }
  const element = useFocusOfStep()
  return (
    <form {...form.props} ref={element} className="grid gap-2">
      <TextField
        label="Teléfono"
        type="tel"
        autoComplete="tel"
        placeholder="+56 9 1234 5678"
        required
        {...form.field('phone')}
      />
      <Button type="submit" kind="primary" busy={form.sending}>
        {form.sending ? 'Guardando...' : 'Guardar'}
      </Button>
      {email === '' && account && (
        <button
          type="button"
          disabled={isLoading}
          className={`${TEXT_LINK} justify-self-start text-left`}
          onClick={() => void fillIn(account.email)}
        >
          Usar mi correo de acceso
        </button>
      )}
    </form>
  )
}

/** The form goes once there is a phone: its step keeps the focus. */
function useFocusOfStep() {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const step = form.current?.closest('li')
    return () => {
      if (step?.contains(document.activeElement)) step.focus()
    }
  }, [])
  return form
}
