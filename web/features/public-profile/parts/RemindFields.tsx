import { LIMITS } from '@app/contracts/limits/limits.ts'
import { FormField, type AskedAgain } from './FormField.tsx'

export function RemindFields({ again }: { again?: AskedAgain }) {
  return (
    <FormField
      form="remind"
      name="email"
      label="Correo electrónico"
      type="email"
      charsMax={LIMITS.emailCharsMax}
      autoComplete="email"
      hint=""
      again={again}
    />
  )
}
