import { Link, useNavigate } from 'react-router-dom'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { FORGOT_WORDS, ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { TEXT_LINK } from '../../../ui/text-link.ts'

export function ForgotPasswordScreen() {
  const navigate = useNavigate()
  return (
    <AccountFrame title={FORGOT_WORDS.title} lead={FORGOT_WORDS.lead}>
      <ForgotPasswordForm onBack={() => void navigate('/login')}>
        <p className="mt-3 text-center text-ink-2">
          ¿La recordaste?{' '}
          <Link to="/login" className={TEXT_LINK}>
            Inicia sesión
          </Link>
        </p>
      </ForgotPasswordForm>
    </AccountFrame>
  )
}
