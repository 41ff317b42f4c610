import type { AdminRequestDetail, AskedPerson } from '@app/contracts/api/rights/admin-requests.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/requests.ts'
import { useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { RadioList } from '../../../../ui/forms/RadioList.tsx'
import { TextArea } from '../../../../ui/forms/TextArea.tsx'
import { TextField } from '../../../../ui/forms/TextField.tsx'
import { ReasonDialog } from './ProlongButton.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import type { RequestAct } from './request-api.ts'
import { useDecideRequest } from './use-decide-request.ts'

type Template = keyof typeof ADMIN_ANSWERS

interface RequestActionsProps {
  readonly request: AdminRequestDetail
  /** The person whose data it is, where that has to be said. */
  readonly person: AskedPerson | undefined
  readonly wide: boolean
}

const TEMPLATES = (Object.keys(ADMIN_ANSWERS) as Template[]).map((value) => ({
  value,
  text: ADMIN_ANSWERS[value].text,
}))

/** An open request gets its answer, a block its end. */
export function RequestActions({ request, person, wide }: RequestActionsProps) {
  const [isOpen, setOpen] = useState(false)
  const { status, is_blocked: isBlocked } = request
  if (status === 'answered' && !isBlocked) return null
  const close = () => setOpen(false)
  return (
    <footer className="request-actions grid gap-2 border-t border-line bg-surface">
      <Button kind="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {status === 'open' ? 'Responder' : 'Desbloquear…'}
      </Button>
      {isOpen && status === 'open' && (
        <AnswerDialog request={request} person={person} wide={wide} onClose={close} />
      )}
      {isOpen && status === 'answered' && (
        <ReasonDialog
          request={request}
          wide={wide}
          act="unblock"
          title="¿Por qué lo desbloqueas?"
          about="Se ve y se usa como antes. El motivo queda en Historial."
          verb="Desbloquear"
          doneText="Datos desbloqueados"
          onClose={close}
        />
      )}
    </footer>
  )
}

type Corrected = Pick<
  NonNullable<Extract<RequestAct, { act: 'answer' }>['corrected']>,
  'full_name' | 'phone' | 'description'
>

const wordsOf = (person: AskedPerson | undefined): Corrected => ({
  full_name: person?.name ?? '',
  phone: person?.phone ?? '',
  description: person?.description ?? '',
})

const KEPT = 'Queda qué se respondió y cuándo.'

function AnswerDialog({
  request,
  person,
  wide,
  onClose,
}: RequestActionsProps & { readonly onClose: () => void }) {
  const { id, kind, email, needs_confirmation: isNeeded } = request
  const [template, setTemplate] = useState<Template>(isNeeded && !person ? 'unconfirmed' : 'done')
  const [reason, setReason] = useState('')
  const [corrected, setCorrected] = useState(wordsOf(person))
  const deciding = useDecideRequest(id, onClose)
  const named = template === 'done' ? person : undefined
  const isCorrected = kind === 'correction' && named !== undefined
  const isErased = kind === 'erasure' && template === 'done'
  const act = { act: 'answer', template, reason: reason.trim() } as const
  const given = { ...(named && { person: named.id }), ...(isCorrected && { corrected }) }
  return (
    <RequestDialog
      wide={wide}
      title="Responder"
      about={`${KEPT} ${email === null ? 'No dejó un correo.' : 'Después le escribes con un correo ya redactado.'}`}
      kind={isErased ? 'danger' : 'primary'}
      verb={isErased ? 'Borrar y responder' : 'Responder'}
      deciding={deciding}
      onConfirm={() => void deciding.run({ ...act, ...given }, () => 'Solicitud respondida')}
      onClose={onClose}
    >
      <RadioList legend="Respuesta" options={TEMPLATES} chosen={template} onChoose={setTemplate} />
      {isCorrected && <CorrectedFields corrected={corrected} onChange={setCorrected} />}
      <TextArea
        label="Motivo"
        optional
        maxLength={LIMITS.paragraphCharsMax}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </RequestDialog>
  )
}

interface CorrectedFieldsProps {
  readonly corrected: Corrected
  readonly onChange: (corrected: Corrected) => void
}

function CorrectedFields({ corrected, onChange }: CorrectedFieldsProps) {
  const field = (name: keyof Corrected) => ({
    value: corrected[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...corrected, [name]: target.value }),
  })
  return (
    <>
      <TextField label="Nombre" {...field('full_name')} />
      <TextField label="Teléfono" {...field('phone')} />
      <TextArea label="Mensaje" {...field('description')} />
    </>
  )
}
