import type { HistoryEntity, HistoryEntry, FieldChange } from '@app/contracts/audit.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { readable, ifBlocked } from '@app/contracts/fields/text.ts'
import type { HistoryLine } from '@app/projections/history/queries.ts'
import { openHistoryNames, type HistoryNames } from '@app/projections/history/names.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { ADMINISTRATION_NAME, labelOfField, plainField, fieldText, TEXT_FIELDS } from './sentence-parts.ts'
import { historySentence } from './sentences.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '@app/contracts/event-store.ts'
import type { HistoryType } from '@app/contracts/events/catalogue.ts'
import { entityIdOf } from './history-filter.ts'

type Changed = Pick<HistoryLine, 'type' | 'facts' | 'words' | 'isBlocked'>

/** The texts of each; which of the details it changed is gone with them. */
const TEXTS_OF: { readonly [Type in HistoryType]?: readonly string[] } = {
  ProfileCreated: ['details', 'slug'],
  ProfileEdited: ['details'],
  ProfileSlugChanged: ['slug'],
  AccountRegistered: ['name', 'email'],
  AccountRenamed: ['name'],
  EmailChanged: ['email'],
}
const DETAILS_LABEL = 'Textos del perfil'

const isErased = ({ type, words }: Changed): boolean => words === undefined && TEXTS_OF[type] !== undefined

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
  text ? fieldText(field, readable(text)) : null

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

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})

function changedValues({ facts }: Changed): readonly FieldChange[] {
  const [before, after] = [objectOf(facts['before']), objectOf(facts['after'])]
  return Object.entries(after).map(([name, value]) => {
    const { field, label, textOf: shown } = plainField(name)
    const text = (one: JsonValue | undefined) => (one === undefined || one === null ? null : shown(one))
    return { field, label, before: text(before[name]), after: text(value), is_erased: false }
  })
}

/** Owners read of themselves; the administrator stays unnamed. */
export interface Reader {
  readonly isOwner: boolean
}

const hasAccount = ({ kind, id }: HistoryLine['actor']): boolean =>
  (kind === 'owner' || kind === 'admin') && id !== null

function namedIn({ entity, actor, facts }: HistoryLine): readonly string[] {
  const { accountId, person, entity: about } = facts
  return [
    entity,
    ...(hasAccount(actor) ? [accountStream(actor.id!)] : []),
    ...(typeof accountId === 'string' ? [accountStream(accountId)] : []),
    ...[person, about].filter((stream) => typeof stream === 'string'),
  ]
}

function entityOf(names: HistoryNames, { entity, atMs }: HistoryLine): HistoryEntity {
  const named = entityIdOf(entity)
  const slug = names.slugOf(entity) || null
  return { ...named, label: named.kind === 'profile' ? slug : (shownName(names, entity, atMs) ?? null), slug }
}

function shownName(names: HistoryNames, stream: string, atMs: number): string | undefined {
  const name = names.nameOf(stream, atMs)
  return name === undefined ? undefined : readable(name)
}

/** Only events of its own stream are versions of a profile or account. */
const versionOf = ({ stream, entity, revision }: HistoryLine): number | null =>
  stream.toLowerCase() === entity.toLowerCase() && /^(?:profile|account)-/.test(entity)
    ? Number(revision) + 1
    : null

function entryOf(names: HistoryNames, line: HistoryLine, { isOwner }: Reader): HistoryEntry {
  const changes = changesOf(line)
  const { kind, id } = line.actor
  const actorName = hasAccount(line.actor) ? shownName(names, accountStream(id!), line.atMs) : undefined
  const isHidden = isOwner && kind === 'admin'
  return {
    position: line.position,
    version: versionOf(line),
    type: line.type,
    at: new Date(line.atMs).toISOString(),
    actor: {
      kind,
      id: hasAccount(line.actor) && !isHidden ? id : null,
      name: isHidden ? ADMINISTRATION_NAME : (actorName ?? null),
    },
    entity: entityOf(names, line),
    sentence: historySentence({
      line,
      changes,
      isOwners: isOwner,
      actor: actorName,
      person: shownName(names, line.entity, line.atMs),
      nameOf: (stream) => shownName(names, stream, line.atMs),
    }),
    changes: [...changes],
  }
}

export async function entriesOf(
  deps: SealedRows,
  lines: readonly HistoryLine[],
  reader: Reader,
): Promise<HistoryEntry[]> {
  const names = await openHistoryNames(deps, new Set(lines.flatMap(namedIn)))
  return lines.map((line) => entryOf(names, line, reader))
}
