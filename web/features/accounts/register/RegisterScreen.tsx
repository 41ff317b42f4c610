import type { Session } from '@app/contracts/sign-in.ts'
import { Link, useLocation } from 'react-router-dom'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { ExternalLoginButtons } from '../login/ExternalLoginButtons.tsx'
import { scannedCode } from './scanned-code.ts'
import { TEXT_LINK, Button } from '../../../ui/Button.tsx'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { useIdempotencyKeys } from '../../../app/use-idempotency-keys.ts'
import { mayStillBeTaken, refusalFrom } from '../../../app/refusal.ts'
import { ConsentLine } from '../../../ui/ConsentLine.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { PasswordRules } from '../../../ui/forms/PasswordRules.tsx'
import { EmailField } from '../../../ui/forms/EmailField.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { WithoutCard } from './WithoutCard.tsx'
import { useRegisterMutation } from '../account-api.ts'
import { registerForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import type { LoginState } from '../../../app/session/login-state.ts'

interface RegisterFormProps {
  readonly onSignedIn: (session: Session) => void
}

function RegisterForm({ onSignedIn }: RegisterFormProps) {
  const [register] = useRegisterMutation()
  const keys = useIdempotencyKeys()
  const form = useCallForm({
    schema: registerForm,
    initial: { name: '', email: '', password: '' },
    send: async ({ name, email, password }) => {
      const body = { name: name.trim(), email: email.trim(), password }
      const answer = await register({ body, key: keys.keyFor(body) })
      if (!mayStillBeTaken(answer.error)) keys.spent()
      return answer
    },
    onDone: onSignedIn,
  })
  const isTaken = refusalFrom(form.error)?.code === 'email-taken' && !form.changed
  return (
    <CallForm form={form} fallback="Registration failed">
      <TextField
        label="Nombre completo"
        autoComplete="name"
        autoCapitalize="words"
        required
        {...form.field('name')}
      />
      <EmailField
        label="Correo electrónico"
        autoComplete="username"
        help={isTaken && <SignInInstead email={form.values.email.trim()} />}
        form={form}
        {...form.field('email')}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="new-password"
        required
        help={<PasswordRules password={form.values.password} />}
        {...form.field('password')}
      />
      <Button type="submit" kind="primary" size="lg" busy={form.sending} className="mt-2">
        {form.sending ? 'Creando...' : 'Crear cuenta'}
      </Button>
      <ConsentLine version={REGISTER_CONSENT} className="text-small text-ink-3" linkClassName={TEXT_LINK} />
    </CallForm>
  )
}

/** At the field of an e-mail that has an account. */
function SignInInstead({ email }: { readonly email: string }) {
  const state: LoginState = { ...(useLocation().state as LoginState | null), email }
  return (
    <Link to="/login" state={state} className={TEXT_LINK}>
      Inicia sesión con {email}
    </Link>
  )
}

interface RegisterScreenProps {
  readonly onSignedIn: (session: Session) => void
  readonly onLeave: () => void
}

export function RegisterScreen({ onSignedIn, onLeave }: RegisterScreenProps) {
  const { state } = useLocation()
  const code = scannedCode()
  return (
    <AccountFrame title="Crea tu cuenta">
      {code !== '' && (
        <p className="rounded-md bg-success-soft px-4 py-3 text-success">
          Leímos tu código <b className="font-mono">{code}</b>. Crea tu cuenta y tu tarjeta queda activa.
        </p>
      )}
      <ExternalLoginButtons onLeave={onLeave} />
      <RegisterForm onSignedIn={onSignedIn} />
      <p className="text-center text-ink-2">
        ¿Ya tienes cuenta?{' '}
        <Link to="/login" state={state as unknown} className={TEXT_LINK}>
          Inicia sesión
        </Link>
      </p>
      <WithoutCard />
    </AccountFrame>
  )
}
