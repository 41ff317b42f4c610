import { isolated } from '@app/contracts/fields/isolated.ts'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../../ui/overlays/ConfirmDialog.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { useDecideRequest } from './use-decide-request.ts'
import { WANTED } from './wanted.ts'
import {
  REFUSAL_REASONS,
  type AdminRequest,
  type AskedPerson,
  type AdminRequestDetail,
} from '@app/contracts/api/rights/admin-requests.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { RadioList } from '../../../../ui/forms/RadioList.tsx'
import { TextArea } from '../../../../ui/forms/TextArea.tsx'
import { RequestDialog } from './RequestDialog.tsx'

type Reason = keyof typeof REFUSAL_REASONS

interface RefuseDialogProps {
  readonly request: AdminRequestDetail
  readonly wide: boolean
  readonly onClose: () => void
}

const REASONS = (Object.keys(REFUSAL_REASONS) as Reason[]).map((value) => ({
  value,
  text: REFUSAL_REASONS[value],
}))

function RefuseDialog({ request: { id, email, proof }, wide, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState<Reason>(proof === 'none' ? 'unconfirmed' : 'answered')
  const [words, setWords] = useState('')
  const deciding = useDecideRequest(id, onClose)
  const about =
    email === null
      ? 'Queda escrito con estas palabras. No dejó un correo.'
      : `Se lo enviamos a ${email}, con estas palabras.`
  return (
    <RequestDialog
      wide={wide}
      title="¿Por qué la rechazas?"
      about={about}
      kind="danger"
      verb="Rechazar y enviar"
      deciding={deciding}
      onConfirm={() =>
        void deciding.run({ act: 'refuse', reason, words: words.trim() }, () => 'Solicitud rechazada')
      }
      onClose={onClose}
    >
      <RadioList legend="Motivo" options={REASONS} chosen={reason} onChoose={setReason} />
      <TextArea
        label="Agrega una línea"
        optional
        placeholder="Qué le falta para volver a pedirlo"
        maxLength={LIMITS.paragraphCharsMax}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
    </RequestDialog>
  )
}

interface RequestActionsProps {
  readonly request: AdminRequestDetail
  /** Whose data it is, where that has to be confirmed. */
  readonly person: AskedPerson | undefined
  readonly wide: boolean
}

/** Of an open request. */
export function RequestActions({ request, person, wide }: RequestActionsProps) {
  const { kind, who } = request
  const id = useId()
  const [asked, setAsked] = useState<'erase' | 'refuse'>()
  const close = () => setAsked(undefined)
  const deciding = useDecideRequest(request.id, close)
  const { act, told } = WANTED[kind]
  const missing = missingText(request, person)
  const confirm = () =>
    void deciding.run(
      { act: 'confirm', ...(request.needs_confirmation && person && { person: person.id }) },
      doneText,
    )
  return (
    <footer className="request-actions grid gap-2 border-t border-line bg-surface">
      {deciding.failure !== undefined && asked === undefined && (
        <Notice tone="danger">{deciding.failure}</Notice>
      )}
      <div className="request-buttons is-first-wider grid gap-2">
        <Button
          kind="primary"
          busy={deciding.isLoading}
          disabled={missing !== undefined}
          aria-describedby={id}
          onClick={kind === 'erasure' ? () => setAsked('erase') : confirm}
        >
          {deciding.isLoading ? 'Confirmando...' : `Confirmar y ${act}`}
        </Button>
        <Button kind="quiet-danger" aria-haspopup="dialog" onClick={() => setAsked('refuse')}>
          Rechazar…
        </Button>
      </div>
      <p id={id} className="text-micro text-ink-3">
        <span>{missing ?? told}</span> Queda escrito en Historial.
      </p>
      <EraseQuestion
        who={isolated(person?.name || who || 'esta persona')}
        open={asked === 'erase'}
        onClose={close}
        deciding={deciding}
        onConfirm={confirm}
      />
      {asked === 'refuse' && <RefuseDialog request={request} wide={wide} onClose={close} />}
    </footer>
  )
}

interface EraseQuestionProps {
  readonly who: string
  readonly open: boolean
  readonly onClose: () => void
  readonly deciding: ReturnType<typeof useDecideRequest>
  readonly onConfirm: () => void
}

const EraseQuestion = ({ who, open, onClose, deciding, onConfirm }: EraseQuestionProps) => (
  <ConfirmDialog
    open={open}
    onOpenChange={() => {
      deciding.forget()
      onClose()
    }}
    title={`¿Borrar los datos de ${who}?`}
    consequence="Quedan las cifras, sin decir de quién son. No se puede deshacer."
    verb="Confirmar y borrar"
    busyVerb="Borrando..."
    busy={deciding.isLoading}
    failure={deciding.failure}
    onConfirm={onConfirm}
  />
)

/** Why it can't be confirmed. */
function missingText(
  { proof, needs_confirmation: isNeeded, people }: AdminRequestDetail,
  person: AskedPerson | undefined,
): string | undefined {
  if (proof !== 'none') return 'Se cumple en la pantalla donde se pidió. Si quedó a medias, recházala.'
  if (!isNeeded || person) return undefined
  return people.length === 0
    ? 'Nadie dejó ese nombre o ese teléfono: solo puedes rechazarla.'
    : 'Elige primero quién es.'
}

const doneText = ({ status }: AdminRequest): string =>
  status === 'answered' ? 'Solicitud respondida' : 'Solicitud confirmada. La respuesta sale en un momento.'
