import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import type { JsonObject, Position } from '@app/contracts/event-store.ts'

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

/** Another number needs another version of the read model, because fewer rows cannot become more. */
export const FORMS_KEPT_MAX = LIMITS.myFormsMax

const newestFirst = (a: Identification, b: Identification): number =>
  b.text.at - a.text.at || (a.position < b.position ? 1 : -1)

/** Without those that an erasure of the same batch follows. @param crowded keys of visitors with more than are kept */
export async function saveForms(
  tx: BuildTransaction,
  facts: readonly VisitorFact[],
  crowded: readonly string[],
): Promise<void> {
  const forgottenAt = new Map(facts.map((fact, index) => [isForgotten(fact) ? fact.key : '', index]))
  const forms = facts.filter((fact, index) => isForm(fact) && (forgottenAt.get(fact.key) ?? -1) < index)
  if (forms.length === 0) return
  const rows = newestOfEach(forms.filter(isForm)).map(({ key, consent, position, text }) => ({
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
  if (crowded.length > 0) await tx.query(DROP_OLDEST, [crowded])
}

function newestOfEach(forms: readonly Identification[]): readonly Identification[] {
  const byKey = new Map<string, Identification[]>()
  for (const form of forms) {
    const others = byKey.get(form.key)
    if (others === undefined) byKey.set(form.key, [form])
    else others.push(form)
  }
  return [...byKey.values()].flatMap((some) => some.toSorted(newestFirst).slice(0, FORMS_KEPT_MAX))
}

const DROP_OLDEST = `
  delete from visitor_forms f using (
    select k.key, last.at, last.position from unnest($1::text[]) k(key)
    cross join lateral (select at, position from visitor_forms v where v.key = k.key
      order by at desc, position desc offset ${FORMS_KEPT_MAX - 1} limit 1) last) kept
  where f.key = kept.key and (f.at, f.position) < (kept.at, kept.position)`

/** A visitor's text in one event; `fields` are encrypted with the key `keyRef`. */
export interface VisitorText {
  readonly at: number
  readonly eventId: string
  readonly keyRef: string
  readonly fields: JsonObject
}

export type VisitorFact = Identification | ForgottenVisitor
interface Identification {
  readonly key: string
  readonly profileId: string
  readonly visitorId: string
  readonly slot: 'identified' | 'named'
  readonly position: Position
  readonly text: VisitorText
  /** Version of the text under the form; empty without a form. */
  readonly consent: string
}
export interface ForgottenVisitor {
  readonly key: string
  readonly slot: 'forgotten'
  readonly position: Position
}
