import { orderOf } from '../erasure.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { personFactOf, personIn } from './person-change.ts'
import { evolvePerson, type PersonFact, type PersonRow } from './person-row.ts'
import { PEOPLE_TABLES, PEOPLE_VIEWS } from './tables.ts'

const PEOPLE = {
  table: 'people',
  key: 'subject',
  keyType: 'text',
  columns: [
    'subject',
    'kind',
    'profile_id',
    'mailbox_id',
    'since',
    'last_at',
    'ended_at',
    'counts_from',
    'settled',
    'consent',
    'consent_at',
    'consent_position',
  ],
  keyOf: ({ subject }) => subject,
} satisfies Omit<RowFold<PersonRow, PersonFact>, 'evolve'>

async function project(tx: BuildTransaction, facts: readonly PersonFact[]): Promise<void> {
  const { seals } = tx
  if (seals === undefined) throw new Error('people has nothing to hash mailboxes with')
  const evolve = (row: PersonRow | undefined, fact: PersonFact): PersonRow | undefined =>
    evolvePerson(row, fact, seals.mailboxId)
  await foldRows(tx, { ...PEOPLE, evolve }, facts)
}

export const peopleProjection = projection<PersonFact>({
  name: 'people',
  version: 1,
  handles: [
    'ProfileTapped',
    'LinkClicked',
    'ContactDownloaded',
    'VisitorIdentified',
    'QuotationRequested',
    'QuotationCorrected',
    'QuotationContacted',
    'QuotationCompleted',
    'ReminderSubscribed',
    'ReminderSent',
    'ReminderSendUncertain',
    'ReminderSkipped',
    'ReminderConverted',
    'ReminderCancelled',
    'ReminderBounced',
    'AccountRegistered',
    'AccountRenamed',
    'AccountErased',
    'RequestReceived',
    'RequestConfirmed',
    'RequestDenied',
    'RequestProlonged',
    'RequestAnswered',
    'SubjectErased',
  ],
  reads: 'opened',
  hasSealedRows: true,
  tables: PEOPLE_TABLES,
  views: PEOPLE_VIEWS,
  subjectOf: (event) => orderOf(event, personIn(event)),
  read: personFactOf,
  project,
})
