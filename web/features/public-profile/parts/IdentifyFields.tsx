import { PHONE_HINT } from '@app/contracts/fields/phone-typing.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { FormField, type AskedAgain } from './FormField.tsx'

export function IdentifyFields({ again }: { again?: AskedAgain }) {
  const shared = { form: 'identify', again } as const
  return (
    <>
      <FormField
        {...shared}
        name="full_name"
        label="Nombre completo"
        type="text"
        charsMax={LIMITS.nameCharsMax}
        autoComplete="name"
      />
      <FormField
        {...shared}
        name="phone"
        label="Teléfono"
        type="tel"
        charsMax={LIMITS.phoneCharsMax}
        autoComplete="tel"
        placeholder="Ej.: +56 9 1234 5678"
        hint={PHONE_HINT}
      />
      <FormField
        {...shared}
        name="description"
        label="¿De dónde se conocen?"
        charsMax={LIMITS.paragraphCharsMax}
        placeholder="Ej.: nos conocimos en Expo Frío"
      />
    </>
  )
}
