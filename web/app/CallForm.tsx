import { useState, type ReactNode, type Ref } from 'react'
import { useSchemaForm, type FormOptions, type SchemaForm } from '../ui/forms/use-schema-form.ts'
import { fieldFaults, refusalText } from './refusal.ts'
import { Notice } from '../ui/notices/Notice.tsx'

/** In large text the button that was pressed may be screens below. */
const showAll = (alert: Element | null): void => alert?.scrollIntoView({ block: 'nearest' })

interface CallFormOptions<F extends string, Answer> extends Omit<FormOptions<F>, 'send'> {
  readonly send: (
    values: FormOptions<F>['initial'],
  ) => Promise<{ readonly data?: Answer | undefined; readonly error?: unknown }>
  readonly onDone: (answer: Answer) => void
}

interface CallFormState<F extends string> extends SchemaForm<F> {
  readonly error: unknown
  readonly fields: readonly F[]
}

export function useCallForm<F extends string, Answer>({
  send,
  onDone,
  ...options
}: CallFormOptions<F, Answer>): CallFormState<F> {
  const fields = Object.keys(options.initial) as F[]
  const [error, setError] = useState<unknown>()
  const form = useSchemaForm({
    ...options,
    send: async (values) => {
      setError(undefined)
      const answer = await send(values)
      setError(answer.error)
      if (answer.data !== undefined) onDone(answer.data)
      return fieldFaults(answer.error, fields)
    },
  })
  return { ...form, error, fields }
}

interface CallFormProps {
  readonly form: Pick<CallFormState<string>, 'props' | 'error' | 'fields' | 'changed'>
  readonly fallback: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLFormElement>
}

export function CallForm({ form, fallback, children, ref }: CallFormProps) {
  const { error, fields, changed } = form
  return (
    <form {...form.props} ref={ref} className="grid gap-4">
      {!!error && !changed && !fieldFaults(error, fields) && (
        <Notice tone="danger" ref={showAll}>
          {refusalText(error, fallback)}
        </Notice>
      )}
      {children}
    </form>
  )
}
