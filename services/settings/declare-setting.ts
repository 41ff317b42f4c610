import { z } from 'zod'

export interface DeclaredSetting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  /** The default, as the documentation says it. */
  readonly otherwise: string
  readonly description: string
  /** Never repeats the wrong value, which may be a secret. */
  readonly advice?: string
  /** More specific advice about a wrong value. */
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

/** Written in digits alone. */
export const wholeNumberText = (least: number, most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${String(most).length}}$`))
    .transform(Number)
    .pipe(z.number().min(least).max(most))
