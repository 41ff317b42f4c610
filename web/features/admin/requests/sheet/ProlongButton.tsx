import type { AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { dueDayOf } from '@app/contracts/privacy/due-day.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { useRef, useState } from 'react'
import { TextArea } from '../../../../ui/forms/TextArea.tsx'
import { dayLabel } from '../../../../ui/wording/exact-time.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { useDecideRequest } from './use-decide-request.ts'

interface ProlongButtonProps {
  readonly request: AdminRequestDetail
  readonly wide: boolean
}

/** An open request that is not late is prolonged once, a block never. */
export function ProlongButton({ request, wide }: ProlongButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { kind, status, is_prolonged: isProlonged, days_left: daysLeft, received_at: receivedAt } = request
  if (kind === 'blocking' || status === 'answered' || isProlonged || daysLeft < 0) return null
  const until = dayLabel(dueDayOf({ kind, receivedAt }, true))
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="min-h-6 rounded-xs font-semibold text-accent hover:underline"
      >
        Prorrogar…
      </button>
      {isOpen && (
        <ReasonDialog
          request={request}
          wide={wide}
          act="prolong"
          title="¿Por qué la prorrogas?"
          about={`Se puede una vez, por ${RIGHTS_PERIODS.prolongationDays} días: hasta el ${until}.`}
          verb="Prorrogar"
          doneText={`Plazo prorrogado hasta el ${until}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface ReasonDialogProps extends ProlongButtonProps {
  readonly act: 'prolong' | 'unblock'
  readonly title: string
  readonly about: string
  readonly verb: string
  readonly doneText: string
  readonly onClose: () => void
}

/** Asks why, before a request is prolonged or a block is lifted. */
export function ReasonDialog({
  request,
  wide,
  act,
  title,
  about,
  verb,
  doneText,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const deciding = useDecideRequest(request.id, onClose)
  const isEmpty = reason.trim() === ''
  const confirm = () => {
    setChecked(true)
    if (isEmpty) return field.current?.focus()
    void deciding.run({ act, reason: reason.trim() }, () => doneText)
  }
  return (
    <RequestDialog
      wide={wide}
      title={title}
      about={about}
      kind="primary"
      verb={verb}
      deciding={deciding}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextArea
        ref={field}
        label="Motivo"
        maxLength={LIMITS.paragraphCharsMax}
        value={reason}
        error={isChecked && isEmpty ? 'Completa este campo.' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </RequestDialog>
  )
}
