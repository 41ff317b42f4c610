import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState, type ComponentProps } from 'react'
import { useForm, useWatch, type ChangeHandler, type UseFormRegisterReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useAfterPress } from '../overlays/use-after-press.ts'

type Values<F extends string> = Readonly<Record<F, string>>
type RefusedFields<F extends string> = Readonly<Partial<Record<F, string | undefined>>>

export interface FormOptions<F extends string> {
  readonly schema: z.ZodType<unknown, Values<F>>
  readonly initial: Values<F>
  /** Returns the fields that the server refused. */
  readonly send: (values: Values<F>) => Promise<RefusedFields<F> | undefined>
}

type OnEvent = (event: Parameters<ChangeHandler>[0]) => void

/** For any kind of form control. */
type Field = Omit<UseFormRegisterReturn, 'onChange' | 'onBlur'> & {
  readonly onChange: OnEvent
  readonly onBlur: OnEvent
  readonly error: string | undefined
}

/** The server's refusals of sent fields, without those changed since. */
interface Refused<F extends string> {
  readonly sent: Values<F>
  readonly fields: RefusedFields<F>
}

export interface SchemaForm<F extends string> {
  readonly values: Values<F>
  readonly sending: boolean
  /** Edited since the last answer. */
  readonly changed: boolean
  /** @param dependent a field whose validity depends on this one */
  readonly field: (name: F, dependent?: F) => Field
  /** For what a button enters into a field. */
  readonly set: (name: F, value: string) => void
  readonly props: Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit'>
}

/** Validates a field after its first blur or after submit, then on every change. */
export function useSchemaForm<F extends string>(options: FormOptions<F>): SchemaForm<F> {
  const form = useForm<Record<string, string>>({
    defaultValues: options.initial,
    resolver: zodResolver(options.schema as z.ZodType<unknown, Record<string, string>>, undefined, {
      raw: true,
    }),
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control }) as Values<F>
  const { errors, touchedFields, isSubmitted } = form.formState
  const [changed, setChanged] = useState(false)
  const { sending, refused, onSubmit } = useSubmit(form, options, () => setChanged(false))
  const afterPress = useAfterPress()

  const isValidated = (name: F): boolean => isSubmitted || touchedFields[name] === true
  const refusalOf = (name: F): string | undefined =>
    refused?.sent[name] === values[name] ? refused.fields[name] : undefined

  const field = (name: F, dependent?: F): Field => {
    const { onChange, onBlur, ...registered } = form.register(name)
    return {
      ...registered,
      error: errors[name]?.message ?? refusalOf(name),
      onChange: (event) => {
        setChanged(true)
        void onChange(event)
        if (dependent !== undefined && isValidated(dependent)) void form.trigger(dependent)
      },
      onBlur: (event) => {
        if (form.getValues(name) !== '') afterPress(() => void onBlur(event))
      },
    }
  }
  const set = (name: F, value: string): void => {
    setChanged(true)
    form.setValue<string>(name, value, { shouldValidate: isValidated(name) })
  }
  return { values, sending, changed, field, set, props: { noValidate: true, onSubmit } }
}

function useSubmit<F extends string>(
  form: Pick<ReturnType<typeof useForm<Record<string, string>>>, 'handleSubmit' | 'setFocus'>,
  { initial, send }: FormOptions<F>,
  onAnswered: () => void,
) {
  const isSending = useRef(false)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<Refused<F>>()
  const setIsSending = (is: boolean): void => {
    isSending.current = is
    setSending(is)
  }
  const submit = async (values: Record<string, string>): Promise<void> => {
    setIsSending(true)
    const sent = values as Values<F>
    const fields = await send(sent).finally(() => setIsSending(false))
    setRefused(fields && { sent, fields })
    onAnswered()
    const first = (Object.keys(initial) as F[]).find((name) => fields?.[name] !== undefined)
    if (first !== undefined) form.setFocus(first)
  }
  const onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']> = (event) => {
    event.preventDefault()
    if (!isSending.current) void form.handleSubmit(submit)(event)
  }
  return { sending, refused, onSubmit }
}
