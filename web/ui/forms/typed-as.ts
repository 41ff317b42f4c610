import { LIMITS } from '@app/contracts/limits/limits.ts'
import { z } from 'zod'

export const EMPTY = 'Completa este campo.'

const tooLong = (typed: string, charsMax: number): string | undefined => {
  const over = typed.trim().length - charsMax
  return over > 0 ? `Máximo ${charsMax} caracteres. Te sobran ${over}.` : undefined
}

interface TypedOptions {
  readonly charsMax?: number
  readonly optional?: boolean
}

/** A typed field of a contract: the contract's faults, in the form's words. */
export const typedAs = (contract: z.ZodType, options: TypedOptions = {}) =>
  z.string().superRefine((typed, context) => {
    const { charsMax = LIMITS.bodyBytesMax, optional = false } = options
    const ownFault = typed === '' && !optional ? EMPTY : tooLong(typed, charsMax)
    const message = ownFault ?? contract.safeParse(typed).error?.issues[0]?.message
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
