import { REMINDER_QUESTION } from '@app/contracts/reminder-days.ts'

/** A form of the public page, which its script opens in a dialog. */
export type VisitorForm = 'remind' | 'identify'

interface FormTexts {
  readonly title: string
  readonly lead: (owner: string) => string
  readonly button: string
}

export const FORM_TEXTS: Readonly<Record<VisitorForm, FormTexts>> = {
  remind: {
    title: REMINDER_QUESTION,
    lead: (owner) => `Te enviaremos un correo con los datos de ${owner} para que retomes la conversación.`,
    button: 'Activar recordatorio',
  },
  identify: {
    title: 'Identifícate (opcional)',
    lead: (owner) => `Así ${owner} sabrá quién eres.`,
    button: 'Confirmar',
  },
}
