import { plainText } from './text.ts'

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name within a sentence of plain text: in Hebrew or Arabic it would turn the words around it. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)

export interface NamedProfile {
  readonly slug: string
  readonly name: string
  readonly lastname: string
  readonly company: string
}

/** The owner of a card whose words nobody may read. */
export const CARD_OWNER = 'el dueño de la tarjeta'

export const displayName = ({ name, lastname, company, slug }: NamedProfile): string =>
  `${name.trim()} ${lastname.trim()}`.trim() || company.trim() || slug

export const shortName = (profile: NamedProfile): string => profile.name.trim() || displayName(profile)

// Pages that need no words of names leave them out.
/* @__NO_SIDE_EFFECTS__ */
function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** Words that belong to the next one: `de la Fuente`, `Mc Iver`, `San Martín`, `Dra. Ana`. */
const LEADING = setOf(
  'de del la las los el da das do dos di du le van von der den ter mc mac san santa santo saint st o al ben bin dr dra sr sra srta don dona ing prof',
)
const wordOf = (text: string): string => plainText(text).replace(/\.$/, '')

/** Words with those that lead to them; `y` joins both sides. */
function unitsOf(name: string): string[] {
  const units: string[] = []
  let isOpen = false
  for (const word of name.split(/\s+/).filter((one) => one !== '')) {
    const isJoining = /^[ye]$/i.test(word) && units.length > 1
    if (isOpen || isJoining) units.push(`${units.pop()} ${word}`)
    else units.push(word)
    isOpen = isJoining || LEADING.has(wordOf(word))
  }
  return units
}

export interface SplitName {
  readonly name: string
  readonly lastname: string
}

/** One typed name: of three words or more the last two are family names. A guess: the owner sees both at the first edit. */
export function splitName(whole: string): SplitName {
  const units = unitsOf(whole)
  const givens = Math.max(1, units.length - 2)
  return { name: units.slice(0, givens).join(' '), lastname: units.slice(givens).join(' ') }
}
