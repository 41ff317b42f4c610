import type { z } from 'zod'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'

/** @throws Refusal invalid, naming the first field at fault */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new Refusal('invalid', issue?.message ?? REFUSALS.invalid.detail, field === '' ? {} : { field })
}
