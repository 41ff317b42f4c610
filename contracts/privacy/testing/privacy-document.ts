import { consentTexts } from '../consents.ts'
import { DATA_OUTSIDE_EVENTS } from '../data-outside-events.ts'
import { PROCESSING, type Processing } from '../processing.ts'
import { CATALOGUE } from '../../events/catalogue.ts'
import { recordOfProcessing } from '../record-of-processing.ts'
import { RETENTION } from '../retention.ts'
import { RIGHTS_PERIODS } from '../rights-periods.ts'

const LAWYER = '**Revisar con abogado.**'

type Row = readonly string[]
const lineOf = (row: Row): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const tableOf = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map(lineOf).join('\n')

const HEAD = ['para qué', 'base legal', 'responsable', 'quién los ve', 'dónde están', 'hasta cuándo']
const cellsOf = ({ purpose, basis, responsible, seenBy, liesIn, until }: Processing): Row => [
  purpose,
  basis,
  responsible,
  seenBy,
  liesIn,
  until,
]

const PERIODS: readonly (readonly [name: keyof typeof RIGHTS_PERIODS, meaning: string])[] = [
  ['answerDays', 'days for an answer, from the day of receipt'],
  ['aimDays', 'days that we aim at'],
  ['prolongationDays', 'days of the one prolongation, with a reason'],
  ['nearDays', 'while fewer days are left, administrators are mailed once a day'],
  ['blockWorkingDays', 'working days that the law gives a block; ours acts at once'],
]

/** docs/privacy.md. */
export const privacyDocument = (): string => `# Personal data: record of processing and periods

Made by \`contracts/privacy/record-of-processing.test.ts\` out of what the code declares; that test fails when this page is
another. Write it anew with \`npx vitest run contracts/privacy/record-of-processing.test.ts -u\`. Purposes, legal bases,
periods and texts of law 21.719 are ours, and no lawyer has seen them: ${LAWYER} Rows are in Spanish, for
the Agencia. After a breach: [operations.md](operations.md#after-a-breach).

## Record of processing

A field of an event can't be declared as personal without a purpose (\`contracts/events/define.ts\`,
[0120](decisions/0120-a-personal-field-names-its-purpose.md)).

${tableOf(
  ['', ...HEAD],
  Object.entries(PROCESSING).map(([name, processing]) => [`\`${name}\``, ...cellsOf(processing)]),
)}

${recordOfProcessing().length} fields of ${new Set(recordOfProcessing().map(({ event }) => event)).size} events:

${tableOf(
  ['field', 'dato', 'evento', 'purpose'],
  recordOfProcessing().map(({ id, field, event }) => [`\`${id}\``, field, event, `\`${purposeOf(id)}\``]),
)}

## Personal data outside of events

${tableOf(
  ['dato', ...HEAD, 'tables'],
  DATA_OUTSIDE_EVENTS.map((data) => [
    data.name,
    ...cellsOf(data),
    data.tables.map((table) => `\`${table}\``).join(' '),
  ]),
)}

## Periods of requests

${LAWYER} Sources disagree: most read 30 days in the law, one firm 15 working days. Constants of
\`contracts/privacy/rights-periods.ts\`.

${tableOf(
  ['', '', 'meaning'],
  PERIODS.map(([name, meaning]) => [`\`${name}\``, String(RIGHTS_PERIODS[name]), meaning]),
)}

## How long data is kept

${LAWYER} Constants of \`contracts/privacy/retention.ts\`; \`/privacidad\` states them.

${tableOf(
  ['', ''],
  Object.entries(RETENTION).map(([name, value]) => [`\`${name}\``, String(value)]),
)}

## Texts of consent

${LAWYER} Events name the version; a changed text is a new version (\`contracts/privacy/consents.ts\`).

${tableOf(
  ['version', 'since', 'texto'],
  consentTexts().map(({ version, since, text }) => [`\`${version}\``, since, text.replaceAll('\n\n', ' ')]),
)}
`

function purposeOf(id: string): string {
  const [type = '', field = ''] = id.split('.')
  return CATALOGUE.get(type)?.purposes[field] ?? ''
}
