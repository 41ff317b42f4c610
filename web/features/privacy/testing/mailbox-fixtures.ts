import type { KeptThing, MailboxData } from '@app/contracts/privacy/mailbox.ts'
import { PRODUCT } from '@app/contracts/product.ts'

/** A key and a token of the right form. */
export const MAILBOX_KEY = 'k'.repeat(43)
export const TOKEN = 't'.repeat(43)

export const reminder: KeptThing = {
  id: 'subscription-1',
  kind: 'reminder',
  title: 'Recordatorio de Antonia Rivas',
  since: '2026-11-12T13:22:00.000Z',
  fields: [{ name: 'email', label: 'Tu correo', value: 'camila@logi.cl' }],
  purpose: 'Para enviarte hasta dos correos sobre su tarjeta.',
  responsible: 'Andes Norte',
  is_on_behalf: true,
  until: 'Hasta el 12-11-2027 si no vuelves a usarlo.',
  consents: [
    { version: 'v1', text: 'Al activarlo, aceptas.', at: '2026-11-12T13:22:00.000Z', position: '19214' },
  ],
  blocked_since: null,
}

export const quotation: KeptThing = {
  ...reminder,
  id: 'quotation/1',
  kind: 'quotation',
  title: 'Cotización de Logística Austral',
  fields: [
    { name: 'contact_name', label: 'Contacto', value: 'Camila Soto' },
    { name: 'cards', label: 'Pedido', value: '40 tarjetas' },
    { name: 'comments', label: 'Comentario', value: 'Para marzo.' },
  ],
  responsible: PRODUCT.name,
  is_on_behalf: false,
  until: 'Hasta el 18-11-2028 si no vuelves a usarla.',
  consents: [],
}

export const blocked: KeptThing = {
  ...quotation,
  id: 'quotation-2',
  title: 'Cotización del 03-09-2026',
  fields: [],
  until: 'Hasta el 03-09-2028.',
  blocked_since: '2026-11-19T21:30:00.000Z',
}

export const mailbox: MailboxData = {
  email: 'camila@logi.cl',
  until: '2026-11-20T18:05:00.000Z',
  as_of: '2026-11-20T17:05:00.000Z',
  objected_at: null,
  things: [reminder, quotation, blocked],
  things_total: 3,
}

export const emptyMailbox: MailboxData = { ...mailbox, things: [], things_total: 0 }
