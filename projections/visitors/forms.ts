import type { BuildTransaction } from '../runtime/projection.ts'
import type { ForgottenVisitor, Identification, VisitorFact } from './visitor-fact.ts'

const isForgotten = (fact: VisitorFact): fact is ForgottenVisitor => fact.slot === 'forgotten'
const isForm = (fact: VisitorFact): fact is Identification => fact.slot === 'identified'

export async function saveErasures(tx: BuildTransaction, facts: readonly VisitorFact[]): Promise<void> {
  const latest = new Map(facts.filter(isForgotten).map(({ key, position }) => [key, String(position)]))
  if (latest.size === 0) return
  const keys = [...latest.keys()]
  await tx.query('delete from visitor_forms where key = any($1::text[])', [keys])
  await tx.query(
    `insert into visitor_erasures (key, position) select * from unnest($1::text[], $2::bigint[])
     on conflict (key) do update set position = excluded.position`,
    [keys, [...latest.values()]],
  )
}

/** Without those that an erasure of the same batch follows. */
export async function saveForms(tx: BuildTransaction, facts: readonly VisitorFact[]): Promise<void> {
  const forgottenAt = new Map(facts.map((fact, index) => [isForgotten(fact) ? fact.key : '', index]))
  const forms = facts.filter((fact, index) => isForm(fact) && (forgottenAt.get(fact.key) ?? -1) < index)
  if (forms.length === 0) return
  const rows = forms.filter(isForm).map(({ key, consent, position, text }) => ({
    event_id: text.eventId,
    key,
    at: text.at,
    position: String(position),
    consent,
    key_ref: text.keyRef,
    fields: text.fields,
  }))
  await tx.query(
    `insert into visitor_forms (event_id, key, at, position, consent, key_ref, fields)
     select event_id, key, at, position, consent, key_ref, fields from jsonb_populate_recordset(null::visitor_forms, $1)`,
    [JSON.stringify(rows)],
  )
}
