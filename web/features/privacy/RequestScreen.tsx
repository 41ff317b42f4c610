import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CallForm, useCallForm } from '../../app/CallForm.tsx'
import { useOnce } from '../../app/refusal.ts'
import { Button, buttonLook, TEXT_LINK } from '../../ui/Button.tsx'
import { RadioList } from '../../ui/forms/choices.tsx'
import { TextArea, TextField, EmailField } from '../../ui/forms/fields.tsx'
import { type SchemaForm, EMPTY, typedAs } from '../../ui/forms/use-schema-form.ts'
import {
  useRequestRightsMutation,
  type RightsRequest,
  ANSWERED_WITHIN,
  DOOR,
  RightsFrame,
  Said,
} from './RightsFrame.tsx'
import { rightsRequestBody } from '@app/contracts/privacy/mailbox.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { z } from 'zod'

const KINDS = [
  { value: 'access', text: 'Verlos' },
  { value: 'correction', text: 'Corregirlos' },
  { value: 'erasure', text: 'Borrarlos' },
  { value: 'objection', text: 'Que no los usen' },
  { value: 'portability', text: 'Llevármelos' },
  { value: 'blocking', text: 'Bloquearlos' },
] as const

const { shape } = rightsRequestBody
const { lineCharsMax, nameCharsMax, phoneCharsMax, paragraphCharsMax, emailCharsMax } = LIMITS

const requestForm = z
  .object({
    kind: typedAs(shape.kind),
    card: typedAs(z.literal('').or(shape.card), { charsMax: lineCharsMax, optional: true }),
    name: typedAs(shape.name, { charsMax: nameCharsMax }),
    phone: typedAs(shape.phone, { charsMax: phoneCharsMax }),
    words: typedAs(shape.words, { charsMax: paragraphCharsMax, optional: true }),
    email: typedAs(shape.email, { charsMax: emailCharsMax }),
  })
  .refine(({ kind, words }) => kind !== 'correction' || words.trim() !== '', {
    path: ['words'],
    message: EMPTY,
  })

type RequestValues = z.input<typeof requestForm>

const NO_REQUEST: RequestValues = {
  kind: 'access',
  card: '',
  name: '',
  phone: '',
  words: '',
  email: '',
}

const formBodyOf = (values: RequestValues): RightsRequest =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  ) as RightsRequest

const LEAD =
  'Un correo no prueba lo que dejaste sin correo. Escribe lo que recuerdes; administración confirma si eres tú.'

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
  const [request] = useRequestRightsMutation()
  const requestOnce = useOnce(request)
  const form = useCallForm({
    schema: requestForm,
    initial: NO_REQUEST,
    send: (values) => requestOnce(formBodyOf(values)),
    onDone: ({ message }) => onSent(message),
  })
  const choose = (kind: string) => {
    form.set('kind', kind)
    // Only a correction needs words.
    form.set('words', form.values.words)
  }
  return (
    <RightsFrame lead={LEAD}>
      <CallForm form={form} fallback="No pudimos enviar tu solicitud.">
        <RadioList
          legend="¿Qué quieres?"
          showsLegend
          options={KINDS}
          chosen={form.values.kind}
          onChoose={choose}
        />
        <Fields form={form} />
        <Button type="submit" kind="primary" size="lg" busy={form.sending}>
          {form.sending ? 'Enviando...' : 'Enviar solicitud'}
        </Button>
      </CallForm>
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
      <TextField
        label="¿De quién es la tarjeta?"
        help="Vacío, si no se trata de una tarjeta."
        {...form.field('card')}
      />
      <TextField label="Tu nombre" autoComplete="name" required {...form.field('name')} />
      <TextField
        label="Tu teléfono"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        {...form.field('phone')}
      />
      <TextArea
        label={
          form.values.kind === 'correction'
            ? '¿Qué es lo correcto?'
            : 'Cuéntanos qué quieres, y más o menos cuándo fue'
        }
        {...(form.values.kind === 'correction' ? { required: true } : { optional: true })}
        {...form.field('words')}
      />
      <EmailField
        label="Correo para responderte"
        help={ANSWERED_WITHIN}
        form={form}
        {...form.field('email')}
      />
    </>
  )
}
