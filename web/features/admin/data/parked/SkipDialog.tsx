import type { ParkedEvent, ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useRef, useState, type FormEvent } from 'react'
import { refusalText } from '../../../../app/refusal.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextField } from '../../../../ui/forms/TextField.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { useSay } from '../../../../ui/notices/say.ts'
import { Modal } from '../../../../ui/overlays/Modal.tsx'
import { positionLabel } from '../../../../ui/wording/figures.ts'
import { useSkipParkedMutation } from '../data-api.ts'
import { leftText } from '../projection-words.ts'

interface SkipDialogProps {
  readonly line: ProjectionLine
  readonly event: ParkedEvent
  readonly onClose: () => void
}

/** Its reason cannot be erased from the history. */
export function SkipDialog({ line: { name, title }, event: { position }, onClose }: SkipDialogProps) {
  const [skip, { isLoading, error }] = useSkipParkedMutation()
  const say = useSay()
  const field = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  const [wasEmpty, setWasEmpty] = useState(false)
  const isEmpty = reason.trim() === ''
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setWasEmpty(isEmpty)
    if (isEmpty) field.current?.focus()
    if (isEmpty || isLoading) return
    const { data } = await skip({ projection: name, position, reason: reason.trim() })
    if (data === undefined) return
    onClose()
    say(`Evento omitido. ${leftText(data.left)}`)
  }
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={`¿Omitir el evento ${positionLabel(position)}?`}
      description={`${title} sigue sin él, y los que lo esperan se procesan en orden. El motivo queda en el Historial: no escribas datos de personas.`}
    >
      <form onSubmit={(submitted) => void submit(submitted)} className="grid gap-4">
        <TextField
          ref={field}
          label="Motivo"
          autoComplete="off"
          maxLength={LIMITS.lineCharsMax}
          error={wasEmpty && isEmpty ? 'Escribe por qué se omite.' : undefined}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {error !== undefined && (
          <Notice tone="danger">{refusalText(error, 'No pudimos omitirlo. Inténtalo de nuevo.')}</Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="danger" busy={isLoading}>
            {isLoading ? 'Omitiendo...' : 'Omitir'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
