import type { FieldChange, SentencePart } from '@app/contracts/audit.ts'
import type { JsonValue } from '@app/contracts/event-store.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import type { HistoryLine } from '@app/projections/history/queries.ts'
import type { ImageKind, ProfileDetails, ProfileTheme } from '@app/contracts/profiles.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import {
  DETAIL_LABELS,
  IMAGE_FIELD_OF,
  IMAGE_LABELS,
  THEME_LABELS,
  themeName,
} from '@app/contracts/fields/profile-fields.ts'

export type SentenceParts = readonly SentencePart[]

export interface Scene {
  readonly line: HistoryLine
  readonly changes: readonly FieldChange[]
  readonly isOwners: boolean
  readonly actor: string | undefined
  readonly person: string | undefined
  readonly nameOf: (stream: string) => string | undefined
}

export type Saying = (scene: Scene) => SentenceParts

export const ERASED_TEXT = 'Dato eliminado'
export const ADMINISTRATION_NAME = 'Administración'

export const phrase = (words: string): SentencePart => ({ as: 'text', text: words })
export function who(name: string | undefined): SentencePart {
  if (name === BLOCKED_TEXT) return { as: 'blocked', text: name }
  return name === undefined || name === '' ? { as: 'erased', text: ERASED_TEXT } : { as: 'who', text: name }
}

export const textOf = (fact: JsonValue | undefined): string =>
  typeof fact === 'string' || typeof fact === 'number' ? String(fact) : ''

export const say =
  (words: TemplateStringsArray, ...parts: readonly Saying[]): Saying =>
  (scene) =>
    words.flatMap((text, nth) => [phrase(text), ...(parts[nth]?.(scene) ?? [])])

export const text =
  (textIn: (scene: Scene) => string): Saying =>
  (scene) => [phrase(textIn(scene))]

export const factText = (fact: string, shown: (value: string) => string): Saying =>
  text(({ line }) => shown(textOf(line.facts[fact])))

export const chosen = (fact: string, texts: Readonly<Record<string, string>>): Saying =>
  factText(fact, (value) => texts[value] ?? '')

export const person: Saying = (scene) => [who(scene.person)]
export const unreadable: Saying = ({ line }) => [who(line.isBlocked ? BLOCKED_TEXT : undefined)]

export const profile: Saying = (scene) =>
  scene.isOwners ? [phrase('tu perfil')] : [phrase('el perfil de '), who(scene.person)]
export const ofProfile: Saying = (scene) =>
  scene.isOwners ? [phrase('de tu perfil')] : [phrase('del perfil de '), who(scene.person)]

/** «su cuenta», or «la cuenta de Ana» where somebody else did it. */
export const ofAccount =
  (noun: string, own: string): Saying =>
  ({ line, person: name }) =>
    line.entity === `account-${line.actor.id}` ? [phrase(own)] : [phrase(`${noun} de `), who(name)]

function subjectOf({ line, actor }: Scene): SentencePart {
  switch (line.actor.kind) {
    case 'owner':
      return who(actor)
    case 'admin':
      // Without an owner, only the line itself names the administrator.
      return line.entity === 'log' ? who(actor) : who(ADMINISTRATION_NAME)
    case 'visitor':
      return who('Un visitante')
    case 'system':
      return who('El sistema')
  }
}

type Verb = readonly [third: string, second: string]
const isSecondPerson = ({ line, isOwners }: Scene): boolean => isOwners && line.actor.kind === 'owner'

/** The actor with the verb: «Antonia cambió», or «Cambiaste» to the owner who did it. */
export const did =
  (...[third, second]: Verb): Saying =>
  (scene) =>
    isSecondPerson(scene) ? [phrase(second)] : [subjectOf(scene), phrase(` ${third}`)]

/** «la foto», or «tu foto» to the owner if somebody else did it. */
export const theirs =
  (article: string, noun: string): Saying =>
  (scene) => [phrase(`${scene.isOwners && !isSecondPerson(scene) ? 'tu' : article} ${noun}`)]

export const quoted = (words: string): string => `«${isolated(words)}»`
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

const QUOTED_CHARS_MAX = 60
const isShort = (value: string | null): boolean => value === null || value.length <= QUOTED_CHARS_MAX

const verbOf = ({ before, after }: FieldChange): Verb => {
  if (before === null) return ['agregó', 'Agregaste']
  return after === null ? ['quitó', 'Quitaste'] : ['cambió', 'Cambiaste']
}

function valuesText({ field, before, after }: FieldChange): string {
  const only = after ?? before
  if (only === null || !nameOfField(field)?.isQuoted || !isShort(before) || !isShort(after)) return ''
  return before === null || after === null || before === after
    ? ` ${quoted(only)}`
    : ` de ${quoted(before)} a ${quoted(after)}`
}

export const changedTexts: Saying = (scene) => {
  const [first, ...others] = scene.changes
  if (first === undefined || first.is_erased) return say`${did('cambió', 'Cambiaste')} ${unreadable}`(scene)
  const { article: its = 'el', noun = first.label } = nameOfField(first.field) ?? {}
  const more = others.length === 0 ? '' : ` y ${counted(others.length, 'campo', 'campos')} más`
  const values = text(() => valuesText(first) + more)
  return say`${did(...verbOf(first))} ${theirs(its, noun)}${values}`(scene)
}

export function joined(parts: SentenceParts): SentencePart[] {
  const all: SentencePart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.text === '') continue
    if (part.as === 'text' && last?.as === 'text') all[all.length - 1] = phrase(last.text + part.text)
    else all.push(part)
  }
  return all
}

interface FieldName {
  readonly article: 'el' | 'la' | 'los'
  readonly noun: string
  /** A sentence quotes its values: they are short, and read by people. */
  readonly isQuoted?: true
}

type TextField = keyof ProfileDetails | 'slug'
const QUOTED = { isQuoted: true } as const

const TEXTS: Readonly<Record<TextField, FieldName>> = {
  name: { article: 'el', noun: 'nombre', ...QUOTED },
  lastname: { article: 'el', noun: 'apellido', ...QUOTED },
  position: { article: 'el', noun: 'cargo', ...QUOTED },
  company: { article: 'la', noun: 'empresa', ...QUOTED },
  bio: { article: 'la', noun: 'biografía' },
  phone: { article: 'el', noun: 'teléfono', ...QUOTED },
  whatsapp: { article: 'el', noun: 'WhatsApp', ...QUOTED },
  email: { article: 'el', noun: 'correo', ...QUOTED },
  website: { article: 'el', noun: 'sitio web' },
  linkedin: { article: 'el', noun: 'LinkedIn' },
  instagram: { article: 'el', noun: 'Instagram' },
  facebook: { article: 'el', noun: 'Facebook' },
  custom_link: { article: 'el', noun: 'enlace' },
  custom_link_title: { article: 'el', noun: 'título del enlace', ...QUOTED },
  slug: { article: 'la', noun: 'dirección', ...QUOTED },
}

export const IMAGES: Readonly<Record<ImageKind, FieldName>> = {
  'profile-image': { article: 'la', noun: 'foto' },
  'company-logo': { article: 'el', noun: 'logo' },
  'background-image': { article: 'la', noun: 'imagen de fondo' },
}

interface PlainField {
  readonly field: string
  readonly label: string
  readonly textOf: (value: JsonValue) => string | null
}

const LABELS: Readonly<Record<string, string>> = { ...THEME_LABELS, maxProfiles: 'Perfiles permitidos' }

const plainText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
export const TEXT_FIELDS = Object.keys(TEXTS) as readonly TextField[]
const nameOfField = (field: string): FieldName | undefined => TEXTS[field as TextField]
export const labelOfField = (field: string): string =>
  field === 'slug' ? 'Dirección' : (DETAIL_LABELS[field as keyof ProfileDetails] ?? field)

const PHONES: ReadonlySet<string> = new Set<TextField>(['phone', 'whatsapp'])

export const fieldText = (field: string, text: string): string =>
  PHONES.has(field) ? (shownPhone(text) ?? text) : text

export function plainField(name: string): PlainField {
  if (name in IMAGES) {
    const kind = name as ImageKind
    return {
      field: IMAGE_FIELD_OF[kind],
      label: IMAGE_LABELS[kind],
      textOf: (isSet) => (isSet ? 'Con imagen' : null),
    }
  }
  const textOf = (value: JsonValue) =>
    name === 'theme_color' ? themeName(value as ProfileTheme['theme_color']) : plainText(value)
  return { field: name, label: LABELS[name] ?? name, textOf }
}
