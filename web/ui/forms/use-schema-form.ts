import { zodResolver } from '@hookform/resolvers/zod'
import { useState, type ComponentProps, useCallback, useEffect, useRef } from 'react'
import {
  useForm,
  useWatch,
  type ChangeHandler,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'

type Values<F extends string> = Readonly<Record<F, string>>

export interface FormOptions<F extends string> {
  readonly schema: z.ZodType<unknown, Values<F>>
  readonly initial: Values<F>
  readonly send: (values: Values<F>, current: () => Values<F>) => Promise<Partial<Values<F>> | undefined>
}

type OnEvent = (event: Parameters<ChangeHandler>[0]) => void

type Field = Omit<UseFormRegisterReturn, 'onChange' | 'onBlur'> & {
  readonly onChange: OnEvent
  readonly onBlur: OnEvent
  readonly error: string | undefined
}

export interface SchemaForm<F extends string> {
  readonly values: Values<F>
  readonly sending: boolean
  readonly changed: boolean
  /** @param dependent a field whose validity depends on this one */
  readonly field: (name: F, dependent?: F) => Field
  readonly isLeft: (name: F) => boolean
  readonly set: (name: F, value: string) => void
  readonly focus: (name: F) => void
  /** Sets it, and moves the focus there from the button that offered the value. */
  readonly fill: (name: F, value: string) => void
  readonly reset: (values: Values<F>) => void
  readonly current: () => Values<F>
  readonly submit: () => void
  readonly props: Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit'>
}

const REFUSED = 'refused'

/** Validates a field after its first blur or after submit, then on every change. */
export function useSchemaForm<F extends string>({ schema, initial, send }: FormOptions<F>): SchemaForm<F> {
  const form = useForm<Record<string, string>>({
    values: initial,
    resolver: zodResolver(schema as z.ZodType<unknown, Record<string, string>>, undefined, { raw: true }),
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control }) as Values<F>
  const [changed, setChanged] = useState(false)
  const { isSubmitting } = form.formState
  const current = () => form.getValues() as Values<F>
  const submit = form.handleSubmit(async (sent) => {
    const refused = (await send(sent as Values<F>, current)) ?? {}
    setChanged(false)
    for (const [name, message] of Object.entries<string | undefined>(refused))
      if (message !== undefined && form.getValues(name) === sent[name])
        form.setError(name, { type: REFUSED, message }, { shouldFocus: true })
  })
  const submitOnce = (event?: { readonly preventDefault: () => void }): void => {
    event?.preventDefault()
    if (!isSubmitting) void submit()
  }
  const fields = useFields<F>(form, () => setChanged(true))
  return {
    ...fields,
    values,
    changed,
    current,
    sending: isSubmitting,
    focus: form.setFocus,
    fill: (name, value) => {
      fields.set(name, value)
      form.setFocus(name)
    },
    reset: (texts) => {
      setChanged(false)
      form.reset(texts)
    },
    submit: submitOnce,
    props: { noValidate: true, onSubmit: submitOnce },
  }
}

function useFields<F extends string>(
  form: UseFormReturn<Record<string, string>>,
  onEdit: () => void,
): Pick<SchemaForm<F>, 'field' | 'isLeft' | 'set'> {
  const { errors, touchedFields, isSubmitted, isSubmitSuccessful, defaultValues } = form.formState
  const afterPress = useAfterPress()
  const isLeft = (name: F): boolean => touchedFields[name] === true || (isSubmitted && !isSubmitSuccessful)
  const field = (name: F, dependent?: F): Field => {
    const { onChange, onBlur, ...registered } = form.register(name)
    return {
      ...registered,
      error: isLeft(name) ? errors[name]?.message : undefined,
      onChange: (event) => {
        onEdit()
        void onChange(event)
        const isRefused = dependent !== undefined && errors[dependent]?.type === REFUSED
        if (dependent !== undefined && isLeft(dependent) && !isRefused) void form.trigger(dependent)
      },
      onBlur: (event) => {
        const isUnused = form.getValues(name) === '' && defaultValues?.[name] === ''
        if (!isUnused) afterPress(() => void onBlur(event))
      },
    }
  }
  const set = (name: F, value: string): void => {
    onEdit()
    form.setValue<string>(name, value, { shouldValidate: true })
  }
  return { field, isLeft, set }
}

/** A message between press and release can move the button away from the pointer: layout waits for the click. */
function useAfterPress(): (work: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const onPress = () => {
      pressed.current = true
    }
    const onRelease = () => {
      pressed.current = false
      // The click event comes in the same task as the release.
      setTimeout(() => waiting.current.splice(0).forEach((work) => work()))
    }
    const ends = ['pointerup', 'pointercancel'] as const
    window.addEventListener('pointerdown', onPress, true)
    for (const end of ends) window.addEventListener(end, onRelease, true)
    return () => {
      window.removeEventListener('pointerdown', onPress, true)
      for (const end of ends) window.removeEventListener(end, onRelease, true)
    }
  }, [])
  return useCallback((work) => {
    if (pressed.current) waiting.current.push(work)
    else work()
  }, [])
}

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

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** Takes out what is no digit as it is typed or pasted; the caret stays where it was. */
export function keepDigits(input: HTMLInputElement): void {
  const { value, selectionStart } = input
  const digits = digitsIn(value)
  if (digits === value) return
  const caret = digitsIn(value.slice(0, selectionStart ?? value.length)).length
  input.value = digits
  input.setSelectionRange(caret, caret)
}
