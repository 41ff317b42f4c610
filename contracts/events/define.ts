import { z } from 'zod'

/** Each has a row in the record of processing: docs/privacy.md. */
export type Purpose = 'account' | 'externalLogin' | 'card' | 'visitor' | 'reminder' | 'quotation' | 'request'

/** A stored version is never edited: a change is a new version with an upcaster. */
export interface EventDefinition<
  Type extends string = string,
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Personal extends string = string,
> {
  readonly type: Type
  readonly version: number
  readonly written: z.ZodObject<Shape>
  /** Personal fields are optional: they are absent once their subject's key is destroyed. */
  readonly stored: z.ZodObject
  readonly personal: readonly Personal[]
  readonly purposes: Readonly<Record<Personal, Purpose>>
  /** The subject whose key encrypts the personal fields. Default: the stream itself. */
  readonly subjectOf: (data: Record<string, unknown>, stream: string) => string
  /** From version n (the index) to n + 1. */
  readonly upcasters: Readonly<Record<number, (old: Record<string, unknown>) => Record<string, unknown>>>
}

type DataOf<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape, z.core.$strict>>
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Shape, string>
    ? { readonly type: Type; readonly data: DataOf<Shape> }
    : never
export type StoredEventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Shape, infer Personal>
    ? {
        readonly type: Type
        readonly data: Omit<DataOf<Shape>, Personal> &
          Partial<Pick<DataOf<Shape>, Personal & keyof DataOf<Shape>>>
      }
    : never

export function defineEvent<
  const Type extends string,
  Shape extends z.ZodRawShape,
  const Personal extends keyof Shape & string = never,
>(event: {
  readonly type: Type
  readonly version?: number
  readonly data: Shape
  readonly personal?: Readonly<Record<Personal, Purpose>>
  readonly subjectOf?: EventDefinition['subjectOf']
  readonly upcasters?: EventDefinition['upcasters']
}): EventDefinition<Type, Shape, Personal> {
  const purposes = event.personal ?? ({} as Readonly<Record<Personal, Purpose>>)
  const personal = Object.keys(purposes) as Personal[]
  const written = z.strictObject(event.data)
  const mask = Object.fromEntries(personal.map((field) => [field, true as const]))
  return {
    type: event.type,
    version: event.version ?? 1,
    written,
    stored: written.partial(mask as never) as unknown as z.ZodObject,
    personal,
    purposes,
    subjectOf: event.subjectOf ?? ((_data, stream) => stream),
    upcasters: event.upcasters ?? {},
  }
}
