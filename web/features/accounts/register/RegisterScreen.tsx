import type { Session } from '@app/contracts/login.ts'
import { Link, useLocation, Navigate } from 'react-router-dom'
import { AccountFrame } from '../../../ui/ScreenFrame.tsx'
import { ExternalLoginButtons } from '../login/ExternalLoginButtons.tsx'
import { scannedCode } from './activation-memory.ts'
import { TEXT_LINK, Button } from '../../../ui/Button.tsx'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { refusalFrom, useOnce } from '../../../app/refusal.ts'
import { ConsentLine } from '../../../ui/PageLinks.tsx'
import { PasswordField, TextField, PasswordRules, EmailField } from '../../../ui/forms/fields.tsx'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { WithoutCard } from '../AccountParts.tsx'
import { useRegisterMutation } from '../account-api.ts'
import { registerForm } from '../form-schemas.ts'
import { useSignIn, type LoginState } from '../../../app/session/login-destination.ts'

function RegisterForm({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const [register] = useRegisterMutation()
  const send = useOnce(register)
  const form = useCallForm({
    schema: registerForm,
    initial: { name: '', email: '', password: '' },
    send: ({ name, email, password }) => send({ name: name.trim(), email: email.trim(), password }),
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

function SignInInstead({ email }: { readonly email: string }) {
  const state: LoginState = { ...(useLocation().state as LoginState | null), email }
  return (
    <Link to="/login" state={state} className={TEXT_LINK}>
      Inicia sesión con {email}
    </Link>
  )
}

export function RegisterScreen() {
  const { state } = useLocation()
  const { destination, onLeave, onSignedIn } = useSignIn()
  const code = scannedCode()
  if (destination !== null) return <Navigate to={destination} replace />
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
