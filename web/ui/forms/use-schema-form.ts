import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState, type ComponentProps } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useAfterPress } from '../overlays/use-after-press.ts'

type Values<F extends string> = Readonly<Record<F, string>>
type RefusedFields<F extends string> = Readonly<Partial<Record<F, string | undefined>>>

interface FormOptions<F extends string> {
  readonly schema: z.ZodType<unknown, Values<F>>
  readonly initial: Values<F>
  /** Returns the fields that the server refused. */
  readonly send: (values: Values<F>) => Promise<RefusedFields<F> | undefined>
}

type Field = ComponentProps<'input'> & { readonly error: string | undefined }

const REFUSED = 'refused'

export interface SchemaForm<F extends string> {
  readonly values: Values<F>
  readonly sending: boolean
  /** Edited since the last answer. */
  readonly changed: boolean
  /** @param dependent a field whose validity depends on this one */
  readonly field: (name: F, dependent?: F) => Field
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
  const { sending, onSubmit } = useSubmit(form, options, () => setChanged(false))
  const afterPress = useAfterPress()

  const isValidated = (name: F): boolean =>
    // A server's refusal stays until its own field changes: the schema does not know about it.
    (isSubmitted || touchedFields[name] === true) && errors[name]?.type !== REFUSED

  const field = (name: F, dependent?: F): Field => {
    const { onChange, onBlur, ...registered } = form.register(name)
    return {
      ...registered,
      error: errors[name]?.message,
      onChange: (event) => {
        setChanged(true)
        void onChange(event)
        if (dependent !== undefined && isValidated(dependent)) void form.trigger(dependent)
      },
      onBlur: (event) => form.getValues(name) !== '' && afterPress(() => void onBlur(event)),
    }
  }
  return { values, sending, changed, field, props: { noValidate: true, onSubmit } }
}

function useSubmit<F extends string>(
  form: Pick<ReturnType<typeof useForm<Record<string, string>>>, 'handleSubmit' | 'setError'>,
  { initial, send }: FormOptions<F>,
  onAnswered: () => void,
) {
  const isSending = useRef(false)
  const [sending, setSending] = useState(false)
  const setIsSending = (is: boolean): void => {
    isSending.current = is
    setSending(is)
  }
  const showRefused = (refused: RefusedFields<F>): void => {
    const names = (Object.keys(initial) as F[]).filter((name) => refused[name] !== undefined)
    names.forEach((name, index) =>
      form.setError(name, { type: REFUSED, message: refused[name]! }, { shouldFocus: index === 0 }),
    )
  }
  const submit = async (values: Record<string, string>): Promise<void> => {
    setIsSending(true)
    const refused = await send(values as Values<F>).finally(() => setIsSending(false))
    onAnswered()
    if (refused !== undefined) showRefused(refused)
  }
  const onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']> = (event) => {
    event.preventDefault()
    if (!isSending.current) void form.handleSubmit(submit)(event)
  }
  return { sending, onSubmit }
}
