import { CircleAlert, Eye, EyeOff, Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useId, type ComponentProps, useState } from 'react'
import { IconButton } from '../Button.tsx'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { passwordFaults } from '@app/contracts/fields/new-password.ts'
import type { SchemaForm } from './use-schema-form.ts'

interface FieldErrorProps {
  readonly id: string
  readonly children: ReactNode
}

export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small wrap-anywhere text-danger">
      <CircleAlert aria-hidden="true" size={15} className="mt-[2px] flex-none" />
      {children}
    </p>
  )
}

/** The border around a field, which is drawn inside so that nothing moves when it becomes thicker. */
export const fieldRing = (error: string | undefined): string =>
  `forced-colors:border forced-colors:focus-within:border-[Highlight] ${
    error
      ? 'shadow-[inset_0_0_0_2px_var(--danger)]'
      : 'shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)]'
  }`

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly error?: string | undefined
  readonly help?: ReactNode
  readonly mono?: boolean
  readonly trailing?: ReactNode
}

export function TextField({ label, error, help, mono = false, trailing, ...input }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const helpId = `${id}-help`
  const described = [error && errorId, help && helpId].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <div className={`flex min-h-11 flex-wrap items-center rounded-md bg-surface ${fieldRing(error)}`}>
        <input
          id={id}
          dir="auto"
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          {...input}
          className={`h-11 w-0 flex-1 rounded-md bg-transparent px-3 text-body outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem] ${mono ? 'min-w-[min(100%,calc(9ch+1.5rem))] font-mono tracking-[.04em]' : ''}`}
        />
        {trailing}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <div id={helpId} className="text-small text-ink-3">
          {help}
        </div>
      )}
    </div>
  )
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly optional?: boolean
  readonly error?: string | undefined
}

export function TextArea({ label, optional = false, error, ...input }: TextAreaProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        <span>{label}</span>
        {optional && <span className="font-[450] text-ink-3"> (opcional)</span>}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
        {...input}
        className={`min-h-[84px] w-full rounded-md bg-surface px-3 py-2.5 text-body outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem] ${fieldRing(error)}`}
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          className="mr-1.5"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" size={18} />
        </IconButton>
      }
    />
  )
}

const SHORT = [`${LIMITS.passwordCharsMin} caracteres o más`, 'Una mayúscula', 'Una minúscula', 'Un número']

/** An empty password breaks every rule. */
const RULES = passwordFaults('')

export function PasswordRules({ password }: { readonly password: string }) {
  const faults = passwordFaults(password)
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-x-4 gap-y-1">
      {RULES.map((rule, at) => {
        const met = !faults.includes(rule)
        const Icon = met ? CircleCheck : Circle
        return (
          <li key={rule} className={`flex items-center gap-1.5 ${met ? 'text-success' : ''}`}>
            <Icon aria-hidden="true" size={15} className="flex-none" />
            <span>{SHORT[at]}</span>
            <span className="sr-only">{met ? ': listo' : ': falta'}</span>
          </li>
        )
      })}
    </ul>
  )
}

interface EmailFieldProps extends Omit<ComponentProps<typeof TextField>, 'form'> {
  readonly form: Pick<SchemaForm<'email'>, 'fill' | 'values'>
}

export function EmailField({ form, help, onBlur, ...input }: EmailFieldProps) {
  // Not while it is written: half an address is close to another one.
  const [left, setLeft] = useState<{ readonly typed: string; readonly likely: string | undefined }>()
  const likely = left?.typed === form.values.email ? left.likely : undefined
  const look = async (typed: string) => {
    const rule = await import('@app/contracts/fields/email.ts').catch(() => undefined)
    setLeft({ typed, likely: rule?.likelyEmail(typed) })
  }
  const offer = likely !== undefined && (
    <span role="status">
      ¿Quisiste decir{' '}
      <button
        type="button"
        onClick={() => form.fill('email', likely)}
        className="font-semibold text-accent underline"
      >
        {likely}
      </button>
      ?
    </span>
  )
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      {...input}
      onBlur={(event) => {
        void look(event.target.value)
        onBlur?.(event)
      }}
      help={offer || help}
    />
  )
}
