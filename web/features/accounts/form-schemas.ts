import { loginBody, registerBody } from '@app/contracts/login.ts'
import { areSamePassword, PASSWORDS_DIFFER } from '@app/contracts/fields/new-password.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { z } from 'zod'
import { EMPTY, typedAs } from '../../ui/forms/use-schema-form.ts'

export const INVALID_CODE = 'Código de activación inválido'

const email = typedAs(registerBody.shape.email, { charsMax: LIMITS.emailCharsMax })
const newPassword = typedAs(registerBody.shape.password)

/** Only checks that a password was entered: rules apply to new passwords. */
export const loginForm = z.object({ email, password: typedAs(loginBody.shape.password) })

export const registerForm = z.object({
  name: typedAs(registerBody.shape.name, { charsMax: LIMITS.nameCharsMax }),
  email,
  password: newPassword,
})

export const forgotPasswordForm = z.object({ email })

export const newPasswordForm = z
  .object({ new_password: newPassword, confirm_password: typedAs(z.string()) })
  .refine((typed) => areSamePassword(typed.new_password, typed.confirm_password), {
    path: ['confirm_password'],
    message: PASSWORDS_DIFFER,
  })

export const nameForm = registerForm.pick({ name: true })

const code = typedAs(z.string(), { charsMax: LIMITS.lineCharsMax, optional: true })
export const emailForm = z.object({ email, code, new_code: code })

export const deleteAccountForm = z.object({ password: typedAs(loginBody.shape.password) })

export const changePasswordForm = newPasswordForm.safeExtend({
  current_password: typedAs(loginBody.shape.password),
})

export const activateForm = z.object({
  code: z
    .string()
    .min(1, EMPTY)
    .refine((code) => normalCode(code) !== undefined, INVALID_CODE),
})
