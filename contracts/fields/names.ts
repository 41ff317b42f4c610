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

/** The card's holder, as its page and the texts under its forms name them. */
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
/** Second forenames of Chile that are hardly ever surnames. With three words they decide where the surname begins. */
const GIVEN = setOf(
  'adela adrian agustin agustina anais antonella fco fdo german gmo marisol nelson norma osvaldo renato ' +
    'agustina aida alberto alejandra alejandro alexandra alexis alfonso alfredo alicia amanda amelia amparo ' +
    'ana andrea andres angela angeles angelica antonia antonio armando arturo augusto aurora barbara bastian beatriz belen benjamin ' +
    'bernarda bernardita camila camilo carla carlos carmen carolina catalina cecilia cesar claudia claudio constanza ' +
    'consuelo cristian cristina cristobal daniel daniela david diego dolores eduardo elena eliana elisa elizabeth elvira emilia ' +
    'emilio enrique ernesto esperanza esteban estela ester eugenia eugenio eva fabian fabiola federico felipe fernanda ' +
    'fernando florencia francisca francisco gabriel gabriela gerardo gloria gonzalo graciela guadalupe guillermo gustavo ' +
    'hector hernan hugo humberto ignacia ignacio ines irene isabel isidora ivan ivonne jaime javier javiera jesus joaquin ' +
    'jorge jose josefa josefina juan juana julia julieta julio karina laura leonardo leonor leticia lidia liliana lorena loreto ' +
    'lourdes lucia luis luisa luz macarena magdalena manuel manuela marcela marcelo marcia marco marcos margarita maria mariana ' +
    'mario marta matias mauricio maximiliano mercedes miguel milagros monica nicolas nicole octavio olga oscar pablo pamela ' +
    'patricia patricio paula paulina pedro pia pilar rafael raimundo ramon raquel raul rebeca renata ricardo roberto rocio ' +
    'rodolfo rodrigo rosa rosario ruben ruth sandra sara sebastian sergio silvia sofia sol soledad sonia susana teresa ' +
    'tomas trinidad valentina valeria vanessa veronica victor victoria viviana ximena yolanda',
)
/** `María del Carmen` is one forename. */
const DEVOTION =
  /^(?:de|del|de la|de las|de los) (?:angeles|belen|carmen|consuelo|dolores|fatima|gracia|guadalupe|jesus|lourdes|luz|mar|mercedes|nieves|pilar|rocio|rosario|socorro|sol|soledad|transito)$/
/** Given names only after `María`: elsewhere they are surnames as well. */
const AFTER_MARIA = setOf('paz jesus gracia fe cruz nieves pia ignacia')
const COMPANY =
  /[&\d]|\b(?:spa|ltda|limitada|eirl|e\.i\.r\.l|s\.a|sociedad|empresa|consultora|constructora|comercial|inmobiliaria)\b/

const SUFFIX = /^(?:jr|sr|ii|iii)\.?$/i
/** `Juan Pérez (Ventas)`, `Juan Pérez - Ventas` */
const ASIDE = /\s+[(|\p{Pd}].*$/u

const wordOf = (text: string): string => plainText(text).replace(/\.$/, '')

/** Words with those that lead to them; `y` joins both sides. */
function unitsOf(name: string): string[] {
  const units: string[] = []
  let isOpen = false
  for (const word of name.split(/\s+/).filter((one) => one !== '')) {
    const isJoining = /^[ye]$/i.test(word) && units.length > 1
    if (isOpen || isJoining || (SUFFIX.test(word) && units.length > 1)) units.push(`${units.pop()} ${word}`)
    else units.push(word)
    isOpen = isJoining || LEADING.has(wordOf(word))
  }
  return units
}

const isGiven = (unit: string, before: string): boolean => {
  const word = wordOf(unit)
  return (
    GIVEN.has(word) ||
    /^\p{L}\.$/u.test(unit) ||
    DEVOTION.test(word) ||
    (/^(?:maria|ma|mª)$/.test(wordOf(before)) && AFTER_MARIA.has(word))
  )
}

export interface SplitName {
  readonly name: string
  readonly lastname: string
}

/**
 * One typed name as forenames and family names, by the usual Chilean forms. A guess: the owner sees both at the first
 * edit. A company's name stays whole.
 */
export function splitName(whole: string): SplitName {
  if (COMPANY.test(plainText(whole))) return { name: unitsOf(whole).join(' '), lastname: '' }
  const [first = '', second, ...more] = whole.split(',').map((part) => part.trim())
  const isTurned = second && more.length === 0 && !GIVEN.has(wordOf(first.split(' ')[0]!))
  if (isTurned && first) return { name: second, lastname: first }
  // Otherwise a degree or a role follows the comma: `Ana Soto, Abogada`.
  const units = unitsOf((second === undefined ? whole : first).replace(ASIDE, ''))
  let givens = 1
  while (givens < units.length && isGiven(units[givens]!, units[givens - 1]!)) givens += 1
  let families = units.slice(givens)
  // `Ponce de León Soto`, `Rivas Soto de Pérez`
  const joint = families.findIndex((unit, at) => at > 0 && /^de [^ ]+$/i.test(unit))
  if (families.length > 2 && joint > 0)
    families = families.toSpliced(joint - 1, 2, `${families[joint - 1]} ${families[joint]}`)
  // The first ones of more than two are forenames missing from the list.
  const surplus = families.splice(0, Math.max(0, families.length - 2))
  return { name: [...units.slice(0, givens), ...surplus].join(' '), lastname: families.join(' ') }
}
