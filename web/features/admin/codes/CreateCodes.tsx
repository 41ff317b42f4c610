import { LIMITS } from '@app/contracts/limits/limits.ts'
import { CircleAlert, Plus, Copy } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useIdempotencyKeys } from '../../../app/use-idempotency-keys.ts'
import { mayStillBeTaken, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useIssueCodesMutation, type IssuedCodes, type CodesToIssue } from './codes-api.ts'
import { CreatedCodes } from './CreatedCodes.tsx'
import { useShownFor } from '../../../ui/notices/use-shown-for.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { fieldRing } from '../../../ui/forms/field-ring.ts'
import { keepDigits } from '../../../ui/forms/keep-digits.ts'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import './create-codes.css'

/** The typed text as a whole number from 1 on; blank means 1. */
function wholeNumber(typed: string, max: number): number | undefined {
  const text = typed.trim()
  if (text === '') return 1
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}

interface NumberFieldProps {
  readonly id: string
  readonly label: string
  readonly max: number
  readonly typed: string
  readonly isFault: boolean
  readonly onType: (text: string) => void
}

/** As text: a field of numbers hides invalid text, which would count as blank. */
function NumberField({ id, label, max, typed, isFault, onType }: NumberFieldProps) {
  const faultId = `${id}-fault`
  const fault = isFault ? `Escribe un número entero de 1 a ${countLabel(max)}.` : undefined
  return (
    <div className="number-field">
      <label htmlFor={id} className="min-h-5 text-small leading-5 font-semibold">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder="1"
        maxLength={9}
        aria-invalid={isFault}
        aria-describedby={isFault ? faultId : undefined}
        value={typed}
        onChange={({ target }) => {
          keepDigits(target)
          onType(target.value)
        }}
        className={`h-10 w-full rounded-md bg-surface px-3 text-body tabular-nums outline-none placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem] ${fieldRing(fault)}`}
      />
      {fault !== undefined && <FieldError id={faultId}>{fault}</FieldError>}
    </div>
  )
}

const SHOWN_MS = 5_000

export function CopyCode({ code }: { readonly code: string }) {
  const say = useSay()
  const copy = async () =>
    say((await copyText(document, code)) ? 'Código copiado' : 'Error al copiar el código')
  return (
    <IconButton label={`Copiar código ${code}`} onClick={() => void copy()}>
      <Copy aria-hidden="true" size={15} strokeWidth={1.9} />
    </IconButton>
  )
}

interface CreatedCodeProps {
  /** A new object is a new code. */
  readonly created: { readonly code: string } | null
  readonly onDone: () => void
}

/** A code that was just created. The list has it, too, so that it may go. */
function CreatedCode({ created, onDone }: CreatedCodeProps) {
  const holding = useShownFor(created, SHOWN_MS, onDone)
  return (
    <div {...holding} className={created ? 'created-code' : ''}>
      <p role="status" className="text-small text-success">
        {created && (
          <>
            <span>{'Código creado: '}</span>
            <b className="font-mono font-semibold tracking-[.02em]">{created.code}</b>
          </>
        )}
      </p>
      {created && <CopyCode code={created.code} />}
    </div>
  )
}

/** @param id of the form, so that a button elsewhere can submit it */
export function CreateCodes({ id }: { readonly id: string }) {
  const { create, isBusy, failure } = useCreation()
  const [one, setOne] = useState<IssuedCodes | null>(null)
  const [many, setMany] = useState<IssuedCodes | null>(null)
  const form = useTypedNumbers()
  const button = useRef<HTMLButtonElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = form.check(event.currentTarget)
    if (isBusy || wanted === undefined) return
    setOne(null)
    const created = await create(wanted)
    if (created === undefined) return
    if (created.codes.length === 1) setOne(created)
    else setMany(created)
  }
  const close = () => {
    setMany(null)
    button.current?.focus()
  }
  return (
    <section aria-label="Crear códigos" className="card mb-4 p-4">
      <form
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-wrap items-start gap-x-3 gap-y-2.5"
      >
        <NumberField label="Perfiles permitidos" max={LIMITS.profilesMax} {...form.field('max_profiles')} />
        <NumberField label="Cantidad de códigos" max={LIMITS.codesAtOnceMax} {...form.field('count')} />
        <Button
          ref={button}
          type="submit"
          kind="primary"
          busy={isBusy}
          icon={<Plus aria-hidden="true" size={16} strokeWidth={2} />}
          className="mt-[26px] max-sm:mt-0 max-sm:w-full"
        >
          {isBusy ? 'Creando...' : 'Crear código'}
        </Button>
      </form>
      {failure !== undefined && <Failure detail={failure} />}
      <CreatedCode created={one} onDone={() => setOne(null)} />
      {many && <CreatedCodes created={many} onClose={close} />}
    </section>
  )
}

const Failure = ({ detail }: { readonly detail: string }) => (
  <div role="alert" className="mt-3 flex items-start gap-2 text-small text-danger">
    <CircleAlert aria-hidden="true" size={16} className="mt-px flex-none" />
    <div>
      <p className="font-semibold">Error al crear el código</p>
      {detail !== '' && <p>{detail}</p>}
    </div>
  </div>
)

function useCreation() {
  const [issue, { isLoading, error }] = useIssueCodesMutation()
  const keys = useIdempotencyKeys()
  const create = async (body: CodesToIssue): Promise<IssuedCodes | undefined> => {
    const answer = await issue({ body, key: keys.keyFor(body) })
    if (answer.data || !mayStillBeTaken(answer.error)) keys.spent()
    return answer.data
  }
  const failure = error && !isLoading ? refusalText(error, '') : undefined
  return { create, isBusy: isLoading, failure }
}

const MAX: CodesToIssue = { max_profiles: LIMITS.profilesMax, count: LIMITS.codesAtOnceMax }
type Field = keyof CodesToIssue

/** Faults are shown after the first try to send. */
function useTypedNumbers() {
  const [typed, setTyped] = useState<Readonly<Record<Field, string>>>({ max_profiles: '1', count: '1' })
  const [isTried, setTried] = useState(false)
  const numberOf = (name: Field) => wholeNumber(typed[name], MAX[name])
  const prefix = useId()
  return {
    field: (name: Field) => ({
      id: prefix + name,
      typed: typed[name],
      isFault: isTried && numberOf(name) === undefined,
      onType: (text: string) => setTyped({ ...typed, [name]: text }),
    }),
    /** Leads to the first one that is wrong. */
    check: (form: HTMLFormElement): CodesToIssue | undefined => {
      setTried(true)
      const [max_profiles, count] = [numberOf('max_profiles'), numberOf('count')]
      if (max_profiles !== undefined && count !== undefined) return { max_profiles, count }
      const wrong = max_profiles === undefined ? 'max_profiles' : 'count'
      form.querySelector<HTMLInputElement>(`[id='${prefix}${wrong}']`)?.focus()
      return undefined
    },
  }
}
