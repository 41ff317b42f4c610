import type { FieldChange, SentencePart } from '@app/contracts/api/history-calls.ts'
import type { JsonValue } from '@app/contracts/event-store.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { readable } from '@app/contracts/fields/readable.ts'
import type { HistoryLine } from '@app/projections/history/history-line.ts'
import { nameOfField } from './field-labels.ts'

export type SentenceParts = readonly SentencePart[]

/** What a sentence is told of. */
export interface Scene {
  readonly line: HistoryLine
  readonly changes: readonly FieldChange[]
  /** An owner reads of their own profile: second person. */
  readonly isOwners: boolean
  /** Undefined once nobody can tell any more. */
  readonly actor: string | undefined
  /** Whose profile, account or request it is. */
  readonly person: string | undefined
  /** Present name of another stream that the event names. */
  readonly nameOf: (stream: string) => string | undefined
}

export const ERASED_TEXT = 'Dato eliminado'
export const ADMINISTRATION_NAME = 'Administración'

export const phrase = (words: string): SentencePart => ({ as: 'text', text: words })
export function who(name: string | undefined): SentencePart {
  if (name === BLOCKED_TEXT) return { as: 'blocked', text: name }
  return name === undefined || name === '' ? { as: 'erased', text: ERASED_TEXT } : { as: 'who', text: name }
}

/** In place of texts of the line itself that nobody can or may read. */
export const unreadable = ({ line }: Scene): SentencePart => who(line.isBlocked ? BLOCKED_TEXT : undefined)

/** A fact as text; empty for one that is absent. */
export const said = (fact: JsonValue | undefined): string =>
  typeof fact === 'string' || typeof fact === 'number' ? String(fact) : ''

function subjectOf({ line, actor }: Scene): SentencePart {
  switch (line.actor.kind) {
    case 'owner':
      return who(actor)
    case 'admin':
      // Of what is nobody's, only the line itself says who it was.
      return line.entity === 'log' ? who(actor) : who(ADMINISTRATION_NAME)
    case 'visitor':
      return who('Un visitante')
    case 'system':
      return who('El sistema')
  }
}

export type Verb = readonly [third: string, second: string]

const isSecondPerson = ({ line, isOwners }: Scene): boolean => isOwners && line.actor.kind === 'owner'

/** Who did what: «Antonia cambió …», or «Cambiaste …» to the owner who did it. */
export const act = (scene: Scene, [third, second]: Verb, ...object: SentenceParts): SentenceParts =>
  isSecondPerson(scene)
    ? [phrase(`${second} `), ...object]
    : [subjectOf(scene), phrase(` ${third} `), ...object]

/** «la foto», «tu foto» to the owner if somebody else did it, «su foto» of who did it with what is theirs. */
export function theirs(scene: Scene, article: string, noun: string): SentencePart {
  if (isSecondPerson(scene)) return phrase(`${article} ${noun}`)
  return phrase(`${scene.isOwners ? 'tu' : article} ${noun}`)
}

/** «su cuenta», or «la cuenta de Ana» where somebody else did it. */
export const ofAccount = ({ line, person }: Scene, noun: string, own: string): SentenceParts =>
  line.entity === `account-${line.actor.id}` ? [phrase(own)] : [phrase(`${noun} de `), who(person)]

/** «tu perfil» or «el perfil de Ana». */
export const theProfile = ({ isOwners, person }: Scene, before = ''): SentenceParts =>
  isOwners ? [phrase(`${before}tu perfil`)] : [phrase(`${article(before)}perfil de `), who(person)]

const article = (before: string): string =>
  before.endsWith('de ') ? `${before.slice(0, -1)}l ` : `${before}el `

export const quoted = (words: string): string => `«${isolated(words)}»`

const QUOTED_CHARS_MAX = 60
const isShort = (value: string | null): boolean => value === null || value.length <= QUOTED_CHARS_MAX

const VERBS: Readonly<Record<'added' | 'removed' | 'changed', Verb>> = {
  added: ['agregó', 'Agregaste'],
  removed: ['quitó', 'Quitaste'],
  changed: ['cambió', 'Cambiaste'],
}

const kindOf = ({ before, after }: FieldChange): keyof typeof VERBS =>
  before === null ? 'added' : after === null ? 'removed' : 'changed'

const LINK = 'custom_link'
const LINK_TITLE = 'custom_link_title'

/** The own link and its title are one change, which quotes the title: an address is read by nobody. */
function withOneLink({ changes }: Scene): readonly FieldChange[] {
  const hasLink = changes.some(({ field }) => field === LINK)
  return hasLink ? changes.filter(({ field }) => field !== LINK_TITLE) : changes
}

type Values = Pick<FieldChange, 'before' | 'after'>

function quotedBy(change: FieldChange, { line: { words } }: Scene): Values {
  const { field, before, after } = change
  const title = (texts: Readonly<Record<string, string>> = {}): string | null =>
    readable(texts[LINK_TITLE] ?? '') || null
  if (field === LINK)
    return {
      before: before === null ? null : title(words?.before),
      after: after === null ? null : title(words?.after),
    }
  return nameOfField(field)?.isQuoted === true ? { before, after } : { before: null, after: null }
}

function valuesText({ before, after }: Values): string {
  const only = after ?? before
  if (only === null || !isShort(before) || !isShort(after)) return ''
  return before === null || after === null || before === after
    ? ` ${quoted(only)}`
    : ` de ${quoted(before)} a ${quoted(after)}`
}

/** The first changed text with its values, and how many more there are. */
export function actOnTexts(scene: Scene): SentenceParts {
  const [first, ...others] = withOneLink(scene)
  if (first === undefined || first.is_erased) return act(scene, VERBS.changed, unreadable(scene))
  const { article: its = 'el', noun = first.label } = nameOfField(first.field) ?? {}
  const more = others.length === 0 ? '' : ` y ${counted(others.length, 'campo', 'campos')} más`
  return act(
    scene,
    VERBS[kindOf(first)],
    theirs(scene, its, noun),
    phrase(valuesText(quotedBy(first, scene)) + more),
  )
}

export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** Neighbouring texts are one, and empty ones none. */
export function joined(parts: SentenceParts): SentencePart[] {
  const all: SentencePart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.text === '') continue
    if (part.as === 'text' && last?.as === 'text') all[all.length - 1] = phrase(last.text + part.text)
    else all.push(part)
  }
  const end = all.at(-1)
  if (end?.as === 'text') all[all.length - 1] = phrase(end.text.trimEnd())
  return all
}
