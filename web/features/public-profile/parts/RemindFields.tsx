import { LIMITS } from '@app/contracts/limits/limits.ts'
import { FormField } from './FormField.tsx'

export function RemindFields() {
  return (
    <FormField
      form="remind"
      name="email"
      label="Correo electrónico"
      type="email"
      charsMax={LIMITS.emailCharsMax}
      autoComplete="email"
      hint=""
    />
  )
}
