import { LIMITS } from '@app/contracts/limits/limits.ts'
import { CircleAlert, Plus } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useIdempotencyKeys } from '../../../app/use-idempotency-keys.ts'
import { mayStillBeTaken, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useIssueCodesMutation, type IssuedCodes, type CodesToIssue } from './codes-api.ts'
import { CreatedCode } from './CreatedCode.tsx'
import { CreatedCodes } from './CreatedCodes.tsx'
import { NumberField } from './NumberField.tsx'
import { wholeNumber } from './whole-number.ts'

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
