import { REFUSAL_REASONS, type AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useState, type FormEvent } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { RadioList } from '../../../../ui/forms/RadioList.tsx'
import { TextArea } from '../../../../ui/forms/TextArea.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { useDecideRequest } from './use-decide-request.ts'

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

export function RefuseDialog({ request: { id, email, proof }, wide, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState<Reason>(proof === 'none' ? 'unconfirmed' : 'answered')
  const [words, setWords] = useState('')
  const { run, isLoading, failure } = useDecideRequest(id, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isLoading) void run({ act: 'refuse', reason, words: words.trim() }, () => 'Solicitud rechazada')
  }
  const about =
    email === null
      ? 'Queda escrito con estas palabras. No dejó un correo.'
      : `Se lo enviamos a ${email}, con estas palabras.`
  return (
    <RequestDialog wide={wide} title="¿Por qué la rechazas?" about={about} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <RadioList legend="Motivo" options={REASONS} chosen={reason} onChoose={setReason} />
        <TextArea
          label="Agrega una línea"
          optional
          placeholder="Qué le falta para volver a pedirlo"
          maxLength={LIMITS.paragraphCharsMax}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
        <div className="request-buttons grid gap-2.5">
          <Button disabled={isLoading} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" kind="danger" busy={isLoading}>
            {isLoading ? 'Enviando...' : 'Rechazar y enviar'}
          </Button>
        </div>
      </form>
    </RequestDialog>
  )
}
