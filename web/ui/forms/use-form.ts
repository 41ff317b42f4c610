import { useRef, useState, type ChangeEvent, type FormEvent, type RefObject } from 'react'
import { useAfterPress } from '../overlays/use-after-press.ts'

type Values<F extends string> = Readonly<Record<F, string>>
/** What is wrong, by field. */
export type Faults<F extends string> = Readonly<Partial<Record<F, string | undefined>>>

interface FormOptions<F extends string> {
  /** In the order in which the fields stand. */
  readonly initial: Values<F>
  readonly faultsOf: (values: Values<F>) => Faults<F>
  /** Sends what was typed; answers what was refused of it, by field. */
  readonly send: (values: Values<F>) => Promise<Faults<F> | undefined>
}

interface FieldState<F extends string> {
  readonly name: F
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onBlur: () => void
}

export interface Form<F extends string> {
  readonly values: Values<F>
  readonly sending: boolean
  /** Something was typed since the form was answered: what was said of it is about other words. */
  readonly changed: boolean
  readonly change: (name: F, value: string) => void
  readonly field: (name: F) => FieldState<F>
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: FormEvent) => void
  }
}

function focusFirst<F extends string>(form: HTMLFormElement | null, names: readonly F[], faults: Faults<F>) {
  const name = names.find((field) => faults[field] !== undefined)
  const field = name === undefined ? null : form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** A form whose fields are judged once they were left or sent, and from then on while they change. */
export function useForm<F extends string>({ initial, faultsOf, send }: FormOptions<F>): Form<F> {
  const names = Object.keys(initial) as F[]
  const [values, setValues] = useState(initial)
  const [judged, setJudged] = useState<readonly F[]>([])
  const [refused, setRefused] = useState<{ readonly sent: Values<F>; readonly faults: Faults<F> }>()
  const [changed, setChanged] = useState(false)
  const [sending, setSending] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const afterPress = useAfterPress()
  const faults = faultsOf(values)

  const change = (name: F, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setChanged(true)
  }
  const errorOf = (name: F): string | undefined => {
    if (judged.includes(name) && faults[name] !== undefined) return faults[name]
    return refused?.sent[name] === values[name] ? refused.faults[name] : undefined
  }

  const submit = async () => {
    if (sending) return
    setJudged(names)
    if (names.some((name) => faults[name] !== undefined)) return focusFirst(ref.current, names, faults)
    setSending(true)
    const answer = await send(values).finally(() => setSending(false))
    setRefused(answer && { sent: values, faults: answer })
    setChanged(false)
    if (answer) focusFirst(ref.current, names, answer)
  }

  return {
    values,
    sending,
    changed,
    change,
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event) => change(name, event.target.value),
      onBlur: () => values[name] !== '' && afterPress(() => setJudged((before) => [...before, name])),
    }),
    props: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
  }
}
