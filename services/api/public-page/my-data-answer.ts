import type { MyData, MyReminder } from '@app/contracts/api/my-data-calls.ts'
import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import { ifBlocked } from '@app/contracts/fields/blocked.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import type { LeftByVisitor, SubmittedForm } from '@app/projections/visitors/left-by-visitor.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'

const instantOf = (ms: number): string => new Date(ms).toISOString()

export interface LeftData {
  readonly left: LeftByVisitor
  /** Of the visitor; undefined where nothing personal can be read. */
  readonly key: Buffer | undefined
  readonly isBlocked: boolean
  readonly reminders: readonly MyReminder[]
}

export function myDataOf(
  profile: Pick<PublicProfile, 'slug' | 'name' | 'lastname' | 'company'>,
  { left, key, isBlocked, reminders }: LeftData,
): MyData {
  const owner = displayName(profile)
  const opened = ({ eventId, fields }: Pick<SubmittedForm, 'eventId' | 'fields'>): JsonObject =>
    openFields(fields, eventId, key)
  const forms = left.forms
    .map((form) => ({ ...form, fields: opened(form) }))
    .filter(({ fields }) => textOrEmpty(fields.fullName) !== '')
  return {
    profile: { slug: profile.slug, name: owner },
    forms: forms.map(({ at, consent, fields }) => ({
      at: instantOf(at),
      full_name: textOrEmpty(fields.fullName),
      phone: textOrEmpty(fields.phone),
      description: textOrEmpty(fields.description),
      consent: { version: consent, text: findConsentText(consent, isolated(owner)) ?? null },
    })),
    ...ifBlocked(isBlocked),
    // Some may be sealed with a key that is gone.
    forms_total: left.formsTotal - (left.forms.length - forms.length),
    name_sent: left.named === null ? null : textOrEmpty(opened(left.named).visitorName) || null,
    moments: left.moments.map(({ at, ...moment }) => ({ at: instantOf(at), ...moment })),
    moments_total: left.momentsTotal,
    reminders: [...reminders],
  }
}
