import { LIMITS } from '@app/contracts/limits/limits.ts'
import { CircleAlert, Plus, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useCallForm } from '../../../app/CallForm.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { useIssueCodesMutation, type IssuedCodes } from '../admin-api.ts'
import { CreatedCodes } from './CreatedCodes.tsx'
import { useShownFor, useSay } from '../../../ui/notices/Toasts.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'
import { TextField } from '../../../ui/forms/fields.tsx'
import { copyText } from '../../../ui/browser/copy-and-save.ts'

/** The typed text as a whole number from 1 on; blank means 1. */
function wholeNumber(typed: string, max: number): number | undefined {
  const text = typed.trim()
  if (text === '') return 1
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}

const whole = (max: number) =>
  z.string().refine((typed) => wholeNumber(typed, max), `Escribe un número entero de 1 a ${countLabel(max)}.`)
const schema = z.object({ max_profiles: whole(LIMITS.profilesMax), count: whole(LIMITS.codesAtOnceMax) })

type Field = ReturnType<ReturnType<typeof useCallForm<'count', unknown>>['field']>

/** As text: a field of numbers hides invalid text, which would count as blank. */
const NumberField = (field: Field & { readonly label: string }) => (
  <div className="w-[168px] max-sm:w-[calc(50%-6px)] @max-[15rem]:w-full">
    <TextField {...field} inputMode="numeric" autoComplete="off" placeholder="1" maxLength={9} />
  </div>
)

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

const CREATED =
  'mt-3 flex flex-wrap items-center gap-2 rounded-md bg-success-soft py-[6px] pr-[6px] pl-[14px]'

interface CreatedCodeProps {
  /** A new object is a new code. */
  readonly created: { readonly code: string } | null
  readonly onDone: () => void
}

/** A code that was just created. The list has it, too, so that it may go. */
function CreatedCode({ created, onDone }: CreatedCodeProps) {
  const holding = useShownFor(created, SHOWN_MS, onDone)
  return (
    <div {...holding} className={created ? CREATED : ''}>
      <p role="status" className="max-w-max min-w-0 flex-[1_1_10rem] text-small text-success">
        {created && (
          <>
            <span>{'Código creado: '}</span>
            <b className="inline-block max-w-full font-mono font-semibold tracking-[.02em] wrap-anywhere">
              {created.code}
            </b>
          </>
        )}
      </p>
      {created && <CopyCode code={created.code} />}
    </div>
  )
}

/** @param id of the form, so that a button elsewhere can submit it */
export function CreateCodes({ id }: { readonly id: string }) {
  const [one, setOne] = useState<IssuedCodes | null>(null)
  const [many, setMany] = useState<IssuedCodes | null>(null)
  const form = useCreation((created) => {
    if (created.codes.length === 1) setOne(created)
    else setMany(created)
  })
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setMany(null)
    button.current?.focus()
  }
  return (
    <section aria-label="Crear códigos" className="card @container mb-4 p-4">
      <form {...form.props} id={id} className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
        <NumberField label="Perfiles permitidos" {...form.field('max_profiles')} />
        <NumberField label="Cantidad de códigos" {...form.field('count')} />
        <Button
          ref={button}
          type="submit"
          kind="primary"
          busy={form.sending}
          icon={<Plus aria-hidden="true" size={16} strokeWidth={2} />}
          className="mt-[26px] min-h-11 max-sm:mt-0 max-sm:w-full"
        >
          {form.sending ? 'Creando...' : 'Crear código'}
        </Button>
      </form>
      {form.error !== undefined && !form.sending && <Failure detail={refusalText(form.error, '')} />}
      <CreatedCode created={form.sending ? null : one} onDone={() => setOne(null)} />
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

function useCreation(onDone: (created: IssuedCodes) => void) {
  const [issue] = useIssueCodesMutation()
  return useCallForm({
    schema,
    initial: { max_profiles: '1', count: '1' },
    send: ({ max_profiles, count }) =>
      issue({
        max_profiles: wholeNumber(max_profiles, LIMITS.profilesMax) ?? 1,
        count: wholeNumber(count, LIMITS.codesAtOnceMax) ?? 1,
      }),
    onDone,
  })
}
