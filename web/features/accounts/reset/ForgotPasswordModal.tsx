import { Modal } from '../../../ui/Modal.tsx'
import { FORGOT_WORDS, ForgotPasswordForm } from './ForgotPasswordForm.tsx'

interface ForgotPasswordModalProps {
  readonly open: boolean
  readonly email: string
  readonly onOpenChange: (open: boolean) => void
}

export function ForgotPasswordModal({ open, email, onOpenChange }: ForgotPasswordModalProps) {
  return (
    <Modal open={open} onOpenChange={onOpenChange} title={FORGOT_WORDS.title} description={FORGOT_WORDS.lead}>
      <ForgotPasswordForm email={email} onBack={() => onOpenChange(false)} />
    </Modal>
  )
}
