import type { z } from 'zod'

/** A variable of the environment: what it may be, and all that is said about it. */
export interface DeclaredSetting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  /** What holds when it is not given, for the documentation. */
  readonly otherwise: string
  /** In the words of the documentation (Markdown). */
  readonly description: string
  /** What to write instead of a wrong value; never what was written, which may be a secret. */
  readonly advice?: string
}
type Declaration<Schema extends z.ZodType> = Omit<DeclaredSetting<Schema>, 'otherwise'>

/** @param value as one would write it in the environment */
export const withDefault = <Schema extends z.ZodType<unknown, string>>(
  value: string,
  declared: Declaration<Schema>,
) => ({
  ...declared,
  schema: declared.schema.prefault(value as z.input<Schema> & {}),
  otherwise: `\`${value}\``,
})

/** @param otherwise what holds when it is not given */
export const optional = <Schema extends z.ZodType<unknown, string>>(
  otherwise: string,
  declared: Declaration<Schema>,
) => ({ ...declared, schema: declared.schema.optional(), otherwise })
