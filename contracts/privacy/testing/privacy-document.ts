import { DATA_OUTSIDE_EVENTS } from '../data-outside-events.ts'
import { PROCESSING, type Processing } from '../processing.ts'
import { CATALOGUE } from '../../events/catalogue.ts'
import { recordOfProcessing } from '../record-of-processing.ts'
import { RIGHTS_PERIODS } from '../rights-periods.ts'

const LAWYER = '**Revisar con abogado.**'

type Row = readonly string[]
const lineOf = (row: Row): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const tableOf = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map(lineOf).join('\n')

/** What many rows say alike stands once, below the tables. */
const NOTES = [
  ['Consentimiento ¹', PROCESSING.account.basis],
  ['El dueño ²', PROCESSING.visitor.responsible],
  ['Registro ³', PROCESSING.externalLogin.liesIn],
] as const
const noted = (cell: string): string => NOTES.reduce((text, [short, long]) => text.replace(long, short), cell)

const HEAD = ['para qué', 'base legal', 'responsable', 'quién los ve', 'dónde están', 'hasta cuándo']
const cellsOf = ({ purpose, basis, responsible, seenBy, liesIn, until }: Processing): Row =>
  [purpose, basis, responsible, seenBy, liesIn, until].map(noted)

const PERIODS: readonly (readonly [name: keyof typeof RIGHTS_PERIODS, meaning: string])[] = [
  ['answerDays', 'days for an answer, from the day of receipt'],
  ['prolongationDays', 'days of the one prolongation, with a reason'],
  ['nearDays', 'while fewer days are left, administrators are mailed once a day'],
  ['blockWorkingDays', 'working days that the law gives a block; ours acts at once'],
]

/** Data outside of events may serve a purpose of the record. */
function purposeName({ purpose }: Processing): string {
  const same = Object.entries(PROCESSING).find(([, one]) => one.purpose === purpose)
  return same === undefined ? purpose : `\`${same[0]}\``
}

/** A line for each event and purpose, with its personal fields. */
function fieldsByEvent(): string {
  const lines = new Map<string, readonly string[]>()
  for (const { id, event, field } of recordOfProcessing()) {
    const [type = '', name = ''] = id.split('.')
    const line = `- **${event}**, \`${type}\`, \`${CATALOGUE.get(type)?.purposes[name] ?? ''}\``
    lines.set(line, [...(lines.get(line) ?? []), `${field} (\`${name}\`)`])
  }
  return [...lines].map(([line, fields]) => `${line}: ${fields.join('; ')}`).join('\n')
}

/** docs/privacy.md. */
export const privacyDocument = (): string => `# Personal data: record of processing and periods

Made by \`contracts/privacy/record-of-processing.test.ts\`; \`-u\` writes it anew.
Purposes, legal bases, periods and texts of law 21.719 are ours, and no lawyer has seen them: ${LAWYER}
Rows are in Spanish, for the Agencia. After a breach: [operations.md](operations.md#after-a-breach).

## Record of processing

${tableOf(
  ['', ...HEAD],
  Object.entries(PROCESSING).map(([name, processing]) => [`\`${name}\``, ...cellsOf(processing)]),
)}

${NOTES.map(([short, long]) => `${short.at(-1)} ${long}.`).join(' ')}

The personal fields of each event, with their purpose:

${fieldsByEvent()}

## Personal data outside of events

${tableOf(
  ['dato', ...HEAD, 'tables'],
  DATA_OUTSIDE_EVENTS.map((data) => [
    data.name,
    ...cellsOf({ ...data, purpose: purposeName(data) }),
    data.tables.map((table) => `\`${table}\``).join(' '),
  ]),
)}

## Periods of requests

${LAWYER} Sources disagree: most read 30 days in the law, one firm 15 working days. They are constants of
\`contracts/privacy/due-day.ts\`.

${PERIODS.map(([name, meaning]) => `- **${RIGHTS_PERIODS[name]}** ${meaning}`).join('\n')}

Texts of consent stand in \`contracts/privacy/consents.ts\`; events name their version. ${LAWYER}
`
