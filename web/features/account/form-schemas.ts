import { loginBody, registerBody } from '@app/contracts/api/auth.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { PASSWORDS_DIFFER } from '@app/contracts/fields/password.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { z } from 'zod'

const EMPTY = 'Completa este campo.'
export const INVALID_CODE = 'Código de activación inválido'

const tooLong = (typed: string, charsMax: number): string | undefined => {
  const over = typed.trim().length - charsMax
  return over > 0 ? `Máximo ${charsMax} caracteres. Te sobran ${over}.` : undefined
}

const typedAs = (contract: z.ZodType, charsMax: number = LIMITS.bodyBytesMax) =>
  z.string().superRefine((typed, context) => {
    const ownFault = typed === '' ? EMPTY : tooLong(typed, charsMax)
    const message = ownFault ?? contract.safeParse(typed).error?.issues[0]?.message
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

const email = typedAs(registerBody.shape.email, LIMITS.emailCharsMax)
const newPassword = typedAs(registerBody.shape.password)

/** Only checks that a password was entered: rules apply to new passwords. */
export const loginForm = z.object({ email, password: typedAs(loginBody.shape.password) })

export const registerForm = z.object({
  name: typedAs(registerBody.shape.name, LIMITS.nameCharsMax),
  email,
  password: newPassword,
})

export const forgotPasswordForm = z.object({ email })

export const newPasswordForm = z
  .object({ new_password: newPassword, confirm_password: typedAs(z.string()) })
  .refine((typed) => typed.new_password === typed.confirm_password, {
    path: ['confirm_password'],
    message: PASSWORDS_DIFFER,
  })

export const activateForm = z.object({
  code: z
    .string()
    .min(1, EMPTY)
    .refine((code) => normalCode(code) !== undefined, INVALID_CODE),
})
