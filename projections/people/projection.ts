import { orderOf } from '../erasure.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { personFactOf, personIn } from './person-change.ts'
import { evolvePerson, type PersonFact, type PersonRow } from './person-row.ts'

/**
 * One row a subject whose words are kept, without the words. `mailbox_id` is a keyed hash of the e-mail. `counts_from` is
 * the instant from which the period of retention counts; null while nothing ends it. `settled` are the reminders of the
 * present cycle that are sent or skipped. Instants are milliseconds since 1970.
 */
const PEOPLE_TABLES = `
create table people (
  subject text collate "C" primary key,
  kind text not null,
  profile_id uuid,
  mailbox_id uuid,
  since bigint not null,
  last_at bigint not null,
  ended_at bigint,
  counts_from bigint,
  settled text[] not null,
  consent text,
  consent_at bigint,
  consent_position bigint
);
create index on people (mailbox_id, (kind = 'quotation'), since, subject) where mailbox_id is not null and kind <> 'request';
create index on people (kind, counts_from, subject) where counts_from is not null;
`
const PEOPLE_VIEWS = ['people'] as const

const PEOPLE = {
  table: 'people',
  key: 'subject',
  keyType: 'text',
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
  version: 2,
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
    'EmailChanged',
    'AccountErased',
    'RequestReceived',
    'RequestConfirmed',
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
