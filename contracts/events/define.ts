import { z } from 'zod'

/** How one event type is written, read and kept private. A stored version is never edited: a new one comes with an upcaster. */
export interface EventDefinition<
  Type extends string = string,
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Personal extends string = string,
> {
  readonly type: Type
  /** Version that is written today, from 1. */
  readonly version: number
  /** Data as a command writes it: every field there. */
  readonly written: z.ZodObject<Shape>
  /** Data as it is read: personal fields are absent once their subject's key is destroyed. */
  readonly stored: z.ZodObject
  /** Fields that are personal data: sealed with the subject's key before the append. */
  readonly personal: readonly Personal[]
  /** Whose key seals them. Default: the stream itself (account, profile, quotation, subscription). */
  readonly subjectOf: (data: Record<string, unknown>, stream: string) => string
  /** From version n (the index) to n + 1; absent for versions that no landed program wrote. */
  readonly upcasters: Readonly<Record<number, (old: Record<string, unknown>) => Record<string, unknown>>>
}

type DataOf<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape, z.core.$strict>>
/** An event as deciders make it: type and data, no envelope yet. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Shape, string>
    ? { readonly type: Type; readonly data: DataOf<Shape> }
    : never
/** An event as it is read back: its personal fields may be gone. */
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
  readonly personal?: readonly Personal[]
  readonly subjectOf?: EventDefinition['subjectOf']
  readonly upcasters?: EventDefinition['upcasters']
}): EventDefinition<Type, Shape, Personal> {
  const personal = event.personal ?? []
  const written = z.strictObject(event.data)
  const mask = Object.fromEntries(personal.map((field) => [field, true as const]))
  return {
    type: event.type,
    version: event.version ?? 1,
    written,
    stored: written.partial(mask as never) as unknown as z.ZodObject,
    personal,
    subjectOf: event.subjectOf ?? ((_data, stream) => stream),
    upcasters: event.upcasters ?? {},
  }
}
