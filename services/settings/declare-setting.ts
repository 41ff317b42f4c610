import type { z } from 'zod'

export interface DeclaredSetting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  /** For the documentation: the value when it is not given. */
  readonly otherwise: string
  readonly description: string
  /** Never repeats the wrong value, which may be a secret. */
  readonly advice?: string
  /** A closer word than `advice` about a wrong value, where there is one. */
  readonly adviceOn?: (given: unknown) => string | undefined
}
type Declaration<Schema extends z.ZodType> = Omit<DeclaredSetting<Schema>, 'otherwise'>

export const settingWithDefault = <Schema extends z.ZodType<unknown, string>>(
  value: string,
  declared: Declaration<Schema>,
) => ({
  ...declared,
  schema: declared.schema.prefault(value as z.input<Schema> & {}),
  otherwise: `\`${value}\``,
})

export const optionalSetting = <Schema extends z.ZodType<unknown, string>>(
  otherwise: string,
  declared: Declaration<Schema>,
) => ({ ...declared, schema: declared.schema.optional(), otherwise })
