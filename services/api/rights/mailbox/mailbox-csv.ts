import type { KeptThing, MailboxData } from '@app/contracts/api/rights/mailbox-calls.ts'
import { commaCsvLine, type CsvRow } from '@app/contracts/csv.ts'

const HEAD: CsvRow = [
  'Id',
  'Tipo',
  'Título',
  'Desde',
  'Estado',
  'Dato',
  'Valor',
  'Para qué',
  'Responsable',
  'Por encargo',
  'Hasta cuándo',
  'Versión del texto aceptado',
  'Texto aceptado',
  'Aceptado el',
  'Bloqueado desde',
]

const KINDS: Readonly<Record<KeptThing['kind'], string>> = {
  reminder: 'Recordatorio',
  quotation: 'Cotización',
  account: 'Cuenta',
  visitor: 'Datos dejados en una tarjeta',
}

/** For programs, so without a byte order mark. */
export const mailboxCsv = ({ things }: MailboxData): string =>
  [HEAD, ...things.flatMap(linesOf)].map(commaCsvLine).join('')

/** What is blocked has a line without a field. */
function linesOf(thing: KeptThing): readonly CsvRow[] {
  const { id, kind, title, since, status, purpose, responsible, until, consent } = thing
  const fields = thing.fields.length === 0 ? [{ label: '', value: '' }] : thing.fields
  return fields.map(({ label, value }) => [
    id,
    KINDS[kind],
    title,
    since,
    status?.text ?? '',
    label,
    value,
    purpose,
    responsible,
    thing.is_on_behalf ? 'sí' : 'no',
    until,
    consent?.version ?? '',
    consent?.text ?? '',
    consent?.at ?? '',
    thing.blocked_since ?? '',
  ])
}
