import type { AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { dueDayOf } from '@app/contracts/privacy/due-day.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { useRef, useState } from 'react'
import { TextArea } from '../../../../ui/forms/TextArea.tsx'
import { dayLabel } from '../../../../ui/wording/exact-time.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { useDecideRequest } from './use-decide-request.ts'

interface ProlongDialogProps {
  readonly request: AdminRequestDetail
  readonly wide: boolean
  readonly onClose: () => void
}

/** Of an open request that is not late: once. */
export function ProlongButton({ request, wide }: Omit<ProlongDialogProps, 'onClose'>) {
  const [isAsked, setAsked] = useState(false)
  const { status, is_prolonged: isProlonged, days_left: daysLeft } = request
  if (status === 'answered' || isProlonged || daysLeft < 0) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
        className="min-h-6 rounded-xs font-semibold text-accent hover:underline"
      >
        Prorrogar…
      </button>
      {isAsked && <ProlongDialog request={request} wide={wide} onClose={() => setAsked(false)} />}
    </>
  )
}

function ProlongDialog({ request, wide, onClose }: ProlongDialogProps) {
  const { id, email, received_at: receivedAt } = request
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const deciding = useDecideRequest(id, onClose)
  const until = dayLabel(dueDayOf(receivedAt, true))
  const isEmpty = reason.trim() === ''
  const confirm = () => {
    setChecked(true)
    if (isEmpty) return field.current?.focus()
    void deciding.run({ act: 'prolong', reason: reason.trim() }, () => `Plazo prorrogado hasta el ${until}`)
  }
  const sent = email === null ? 'Queda escrito' : `Se lo enviamos a ${email}`
  return (
    <RequestDialog
      wide={wide}
      title="¿Por qué la prorrogas?"
      about={`Se puede una vez, por ${RIGHTS_PERIODS.prolongationDays} días: hasta el ${until}. ${sent}, con estas palabras.`}
      kind="primary"
      verb="Prorrogar y enviar"
      deciding={deciding}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextArea
        ref={field}
        label="Motivo"
        placeholder="Por qué necesitas más tiempo"
        maxLength={LIMITS.paragraphCharsMax}
        value={reason}
        error={isChecked && isEmpty ? 'Completa este campo.' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </RequestDialog>
  )
}
