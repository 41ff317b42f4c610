import type { Session } from '@app/contracts/api/auth.ts'
import { useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { emailError, passwordError } from './credentials.ts'
import { useLoginMutation } from './login-api.ts'
import { LoginRefusal } from './LoginRefusal.tsx'

interface LoginFormProps {
  readonly onSignedIn: (session: Session) => void
}

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  // A field is judged once it was left or sent, and from then on while it changes.
  const [judged, setJudged] = useState({ email: false, password: false })
  const [login, { isLoading, isError, error }] = useLoginMutation()
  const form = useRef<HTMLFormElement>(null)
  const wrong = { email: emailError(email), password: passwordError(password) }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    setJudged({ email: true, password: true })
    if (wrong.email || wrong.password) {
      form.current?.querySelector<HTMLInputElement>(wrong.email ? '[name=email]' : '[name=password]')?.focus()
      return
    }
    const answer = await login({ email: email.trim(), password })
    if (answer.data) onSignedIn(answer.data)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
      {isError && <LoginRefusal error={error} />}
      <TextField
        label="Correo electrónico"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={judged.email ? wrong.email : undefined}
        onChange={(event) => setEmail(event.target.value)}
        onBlur={() => email !== '' && setJudged((before) => ({ ...before, email: true }))}
      />
      <PasswordField
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        value={password}
        error={judged.password ? wrong.password : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" kind="primary" size="lg" busy={isLoading} className="mt-2">
        {isLoading ? 'Entrando...' : 'Entrar'}
      </Button>
    </form>
  )
}
