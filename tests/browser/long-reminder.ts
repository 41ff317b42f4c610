import { reminderMail } from '@app/services/reminders/reminder-mail.ts'

const WORD = 'Etcheverrygoyenecheandía'
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72"><rect width="72" height="72"/></svg>'
const PICTURE = `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`
const LINK = 'https://tarjeta.example/pages/ana?t=abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrst'

/** A reminder of somebody with long words in name and position. */
export const longReminderHtml = (reminder: 'first' | 'second'): string =>
  reminderMail({
    to: 'ana@empresa.example',
    isFirstHeard: reminder === 'first',
    card: {
      name: 'María Antonieta',
      lastname: `${WORD} Larraín`,
      position: `${WORD}${WORD}`,
      company: 'Compañía de Ingeniería y Montajes Industriales del Sur',
      whatsapp: { href: 'https://wa.me/56912345678', text: '+56 9 1234 5678' },
      reach: [{ href: `mailto:${WORD}@correo.example`, text: `${WORD}@correo.example` }],
      photo: Buffer.from('jpeg'),
      contact: { filename: 'ana.vcf', vcard: 'BEGIN:VCARD' },
    },
    links: { page: LINK, save: LINK, talked: LINK, unsubscribe: LINK },
    subscribedMs: Date.parse('2026-08-31T23:30:00-04:00'),
    days: 7,
    note: `Nos vimos en ${WORD}`,
    publicUrl: 'https://tarjeta.example',
  }).html.replace('cid:foto', PICTURE)
