import type { InputHTMLAttributes, ReactNode } from 'react'
import { PHONE_HINT } from '@app/contracts/fields/phone.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { IDENTIFY_CONSENT, SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { REMINDER_QUESTION } from '@app/contracts/reminders.ts'
import { ConsentLine } from '../../ui/PageLinks.tsx'
import { Icon } from './view/Icon.tsx'
import type { VisitorForm } from './view/Person.tsx'

interface DialogNames {
  readonly owner: string
  /** The owner in full, responsible for what is left. */
  readonly responsible: string
}

/** Controlled by browser/identify-dialog.ts and browser/remind-dialog.ts. */
export function VisitorDialogs({ owner, responsible }: DialogNames) {
  return (
    <>
      <Dialog
        form="remind"
        title={REMINDER_QUESTION}
        lead={`Te enviaremos un correo con los datos de ${owner} para que retomes la conversación.`}
      >
        <Field
          id="remind-email"
          label="Correo electrónico"
          type="email"
          maxLength={LIMITS.emailCharsMax}
          autoComplete="email"
          hint=""
        />
        <button type="submit" className="go" data-part="submit">
          Activar recordatorio
        </button>
        <ConsentLine version={SUBSCRIBE_CONSENT} owner={responsible} className="consent" />
      </Dialog>
      <Dialog form="identify" title="Identifícate (opcional)" lead={`Así ${owner} sabrá quién eres.`}>
        <IdentifyFields />
        <button type="submit" className="go" disabled data-part="submit">
          Confirmar
        </button>
        <p className="failed" hidden data-part="failed">
          <span role="alert" data-part="problem" /> <button type="submit">Reintentar</button>
        </p>
        <ConsentLine version={IDENTIFY_CONSENT} owner={responsible} className="consent" />
      </Dialog>
    </>
  )
}

function IdentifyFields() {
  return (
    <>
      <Field
        id="identify-full_name"
        label="Nombre completo"
        type="text"
        maxLength={LIMITS.nameCharsMax}
        autoComplete="name"
      />
      <Field
        id="identify-phone"
        label="Teléfono"
        type="tel"
        maxLength={LIMITS.phoneCharsMax}
        autoComplete="tel"
        placeholder="Ej.: +56 9 1234 5678"
        hint={PHONE_HINT}
      />
      <Field
        id="identify-description"
        label="¿De dónde se conocen?"
        maxLength={LIMITS.paragraphCharsMax}
        placeholder="Ej.: nos conocimos en Expo Frío"
      />
    </>
  )
}

interface DialogProps {
  readonly form: VisitorForm
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** Controlled by browser/page-dialog.ts, which finds its parts by these attributes. */
function Dialog({ form, title, lead, children }: DialogProps) {
  return (
    <dialog aria-labelledby={`${form}-title`} data-dialog={form}>
      <button type="button" className="close" aria-label="Cerrar" data-part="close">
        <Icon name="close" size={22} />
      </button>
      <form noValidate data-part="form">
        <h2 id={`${form}-title`}>{title}</h2>
        <p className="lead">{lead}</p>
        {children}
      </form>
      <output className="thanks" data-part="thanks" />
    </dialog>
  )
}

interface FieldProps extends Pick<
  InputHTMLAttributes<never>,
  'maxLength' | 'type' | 'autoComplete' | 'placeholder'
> {
  readonly id: `${VisitorForm}-${string}`
  readonly label: string
  readonly hint?: string
}

function Field({ id, label, type, hint, ...looks }: FieldProps) {
  const field = {
    ...looks,
    id,
    name: id.slice(id.indexOf('-') + 1),
    dir: 'auto',
    required: true,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {type === undefined ? <textarea {...field} rows={2} /> : <input {...field} type={type} />}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`} role="alert" hidden>
          {hint}
        </p>
      )}
    </>
  )
}
