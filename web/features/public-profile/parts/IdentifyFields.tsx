import { PHONE_HINT } from '@app/contracts/fields/visitor-phone.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { FormField } from './FormField.tsx'

export function IdentifyFields() {
  return (
    <>
      <FormField
        form="identify"
        name="full_name"
        label="Nombre completo"
        type="text"
        charsMax={LIMITS.nameCharsMax}
        autoComplete="name"
      />
      <FormField
        form="identify"
        name="phone"
        label="Teléfono"
        type="tel"
        charsMax={LIMITS.phoneCharsMax}
        autoComplete="tel"
        placeholder="Ej.: +56 9 1234 5678"
        hint={PHONE_HINT}
      />
      <FormField
        form="identify"
        name="description"
        label="¿De dónde se conocen?"
        charsMax={LIMITS.paragraphCharsMax}
        placeholder="Ej.: nos conocimos en Expo Frío"
      />
    </>
  )
}
