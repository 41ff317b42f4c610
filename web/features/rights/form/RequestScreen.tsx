import { MailCheck } from 'lucide-react'
import { useState, useId } from 'react'
import { Link } from 'react-router-dom'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { fieldFaults, mayStillBeTaken } from '../../../app/refusal.ts'
import { useIdempotencyKeys } from '../../../app/use-idempotency-keys.ts'
import { Button } from '../../../ui/Button.tsx'
import { buttonLook } from '../../../ui/button-look.ts'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useSchemaForm, type SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { TEXT_LINK } from '../../../ui/text-link.ts'
import { DOOR } from '../addresses.ts'
import { useRequestRightsMutation } from '../rights-api.ts'
import { ANSWERED_WITHIN } from '../rights-texts.ts'
import { RightsFrame } from '../RightsFrame.tsx'
import { Said } from '../Said.tsx'
import { NO_REQUEST, formBodyOf, requestForm, KINDS, type RequestValues } from './request-form.ts'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import '../rights.css'

/** Radio buttons, which arrows change. */
function KindChoice({ error, ...radio }: ReturnType<SchemaForm<'kind'>['field']>) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={error && `${id}-error`}
        className="grid gap-1.5"
      >
        <p id={id} className="text-small font-semibold">
          ¿Qué quieres?
        </p>
        <div className="kinds">
          {KINDS.map(({ value, text }) => (
            <label key={value}>
              <input type="radio" value={value} {...radio} />
              <span>{text}</span>
            </label>
          ))}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

const LEAD =
  'Un correo no prueba lo que dejaste sin correo. Escribe lo que recuerdes; el dueño de la tarjeta confirma si eres tú.'
const FIELDS = ['kind', 'card', 'name', 'phone', 'when', 'words', 'email'] as const

export function RequestScreen() {
  const [message, setMessage] = useState<string>()
  if (message === undefined) return <Asking key="asking" onSent={setMessage} />
  return (
    <RightsFrame key="sent">
      <Said icon={MailCheck} text={message} />
      <Link to={DOOR} className={buttonLook('line', 'lg')}>
        Volver
      </Link>
    </RightsFrame>
  )
}

function Asking({ onSent }: { readonly onSent: (message: string) => void }) {
  const [request, { error }] = useRequestRightsMutation()
  const keys = useIdempotencyKeys()
  const form = useSchemaForm({
    schema: requestForm,
    initial: NO_REQUEST,
    send: async (values) => {
      const body = formBodyOf(values)
      const answer = await request({ body, key: keys.keyFor(body) })
      if (!mayStillBeTaken(answer.error)) keys.spent()
      if (answer.data) onSent(answer.data.message)
      return fieldFaults(answer.error, FIELDS)
    },
  })
  return (
    <RightsFrame lead={LEAD}>
      <form {...form.props} className="grid gap-4">
        <FormAlert
          error={error}
          fields={FIELDS}
          changed={form.changed}
          fallback="No pudimos enviar tu solicitud."
        />
        <KindChoice {...form.field('kind', 'words')} />
        <Fields form={form} />
        <Button type="submit" kind="primary" size="lg" busy={form.sending}>
          {form.sending ? 'Enviando...' : 'Enviar solicitud'}
        </Button>
      </form>
      <p>
        <Link to={DOOR} className={TEXT_LINK}>
          Volver a entrar con mi correo
        </Link>
      </p>
    </RightsFrame>
  )
}

function Fields({ form }: { readonly form: SchemaForm<keyof RequestValues> }) {
  return (
    <>
      <TextField label="¿De quién es la tarjeta?" required {...form.field('card')} />
      <TextField label="Tu nombre" autoComplete="name" required {...form.field('name')} />
      <div className="rights-pair">
        <TextField
          label="Tu teléfono"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          {...form.field('phone')}
        />
        <TextField label="¿Más o menos cuándo?" required {...form.field('when')} />
      </div>
      {form.values.kind === 'correction' && (
        <TextArea label="¿Qué es lo correcto?" required {...form.field('words')} />
      )}
      <TextField
        label="Correo para responderte"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        help={ANSWERED_WITHIN}
        {...form.field('email')}
      />
    </>
  )
}
