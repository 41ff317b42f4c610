import type { FieldChange } from '@app/contracts/api/history-calls.ts'
import type { JsonObject, JsonValue } from '@app/contracts/event-store.ts'
import type { HistoryType } from '@app/contracts/events/history-types.ts'
import { ifBlocked } from '@app/contracts/fields/blocked.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import type { HistoryLine } from '@app/projections/history/history-line.ts'
import { labelOfField, plainField, shownText, TEXT_FIELDS } from './field-labels.ts'

type Changed = Pick<HistoryLine, 'type' | 'facts' | 'words' | 'isBlocked'>

/** The texts of each, which are gone once their person is erased; which of the details it changed is gone as well. */
const TEXTS_OF: { readonly [Type in HistoryType]?: readonly string[] } = {
  ProfileCreated: ['details', 'slug'],
  ProfileEdited: ['details'],
  ProfileSlugChanged: ['slug'],
  AccountRegistered: ['name', 'email'],
  AccountRenamed: ['name'],
}
const DETAILS_LABEL = 'Textos del perfil'

const isErased = ({ type, words }: Changed): boolean => words === undefined && TEXTS_OF[type] !== undefined

/** Field by field, as the editor's screen has them. */
export const changesOf = (line: Changed): readonly FieldChange[] => [
  ...(isErased(line) ? erasedChanges(line) : changedTexts(line)),
  ...changedValues(line),
]

const erasedChanges = ({ type, isBlocked }: Changed): readonly FieldChange[] =>
  (TEXTS_OF[type] ?? []).map((field) => ({
    field,
    label: field === 'details' ? DETAILS_LABEL : labelOfField(field),
    before: null,
    after: null,
    is_erased: true,
    ...ifBlocked(isBlocked),
  }))

const textOf = (field: string, text: string | undefined): string | null =>
  text ? shownText(field, readable(text)) : null

const changedTexts = ({ words }: Changed): readonly FieldChange[] =>
  words === undefined
    ? []
    : TEXT_FIELDS.filter((field) => field in words.after && words.after[field] !== words.before[field]).map(
        (field) => ({
          field,
          label: labelOfField(field),
          before: textOf(field, words.before[field]),
          after: textOf(field, words.after[field]),
          is_erased: false,
        }),
      )

const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

function changedValues({ facts }: Changed): readonly FieldChange[] {
  const [before, after] = [objectOf(facts['before']), objectOf(facts['after'])]
  return Object.entries(after).map(([name, value]) => {
    const { field, label, textOf: shown } = plainField(name)
    const text = (one: JsonValue | undefined) => (one === undefined || one === null ? null : shown(one))
    return { field, label, before: text(before[name]), after: text(value), is_erased: false }
  })
}
