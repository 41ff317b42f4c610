import { expect, test } from 'vitest'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { HISTORY_TYPES, PROFILE_CHANGES, type HistoryType } from '@app/contracts/events/catalogue.ts'
import type { HistoryLine } from '@app/projections/history/queries.ts'
import { changesOf } from './history-entry.ts'
import { MASK, maskedStream, withoutVisitor } from './history-routes.ts'
import { historySentence, textOfSentence } from './sentences.ts'
import { testTable } from '../../tests/support/every.ts'

const PROFILE = 'profile-0199a000-0000-7000-8000-00000000000a'
type Actor = HistoryLine['actor']
const OWNER: Actor = { kind: 'owner', id: 'ana' }
const ADMIN: Actor = { kind: 'admin', id: 'luis' }
const SYSTEM: Actor = { kind: 'system', id: 'reminders' }

type Words = NonNullable<HistoryLine['words']>
const words = (before: Words['before'], after: Words['after']): Words => ({ before, after })
const moved = (before: JsonObject, after: JsonObject): JsonObject => ({ before, after })

interface Told {
  readonly actor?: Actor
  readonly entity?: string
  readonly facts?: JsonObject
  readonly words?: Words
}

const lineOf = (type: HistoryType, told: Told = {}): HistoryLine => ({
  position: '7',
  atMs: 0,
  stream: 'x',
  revision: 0n,
  type,
  entity: told.entity ?? PROFILE,
  actor: told.actor ?? OWNER,
  facts: told.facts ?? {},
  isBlocked: false,
  words: told.words,
})

const NAMES: Readonly<Record<string, string>> = { ana: 'Antonia Rivas', luis: 'Luis Paz' }

function partsOf(line: HistoryLine, isOwners = false, isKnown = true) {
  const nameOf = (id: string) => (isKnown ? NAMES[id] : undefined)
  return historySentence({
    line,
    changes: changesOf(line),
    isOwners,
    actor: nameOf(line.actor.id ?? ''),
    person: isKnown ? 'Elisa Contreras' : undefined,
    nameOf: (stream) => nameOf(stream.replace('account-', '')),
  })
}
const third = (type: HistoryType, told?: Told): string => textOfSentence(partsOf(lineOf(type, told)))
const second = (type: HistoryType, told?: Told): string => textOfSentence(partsOf(lineOf(type, told), true))

const JOB = words({ position: 'Gerenta' }, { position: 'Directora Comercial' })
const ACCOUNT = { entity: 'account-ana' }
const OF_OTHER = { entity: 'account-eva', actor: ADMIN }
const CODE = { entity: 'activation-code-x', actor: ADMIN, facts: { maxProfiles: 5 } }
const LOG = { entity: 'log', actor: SYSTEM }
const FIRST = { actor: SYSTEM, facts: { reminder: 'first' } }
const LIMIT = moved({ maxProfiles: 1 }, { maxProfiles: 3 })

/** As an administrator reads them: each part of a sentence once. All others have only other words. */
const SENTENCES: { readonly [Type in HistoryType]?: readonly [told: Told, sentence: string] } = {
  AccountRegistered: [
    { ...ACCOUNT, words: words({ name: '', email: '' }, { name: 'Ana', email: 'a@x.cl' }) },
    'Antonia Rivas creó su cuenta',
  ],
  PasswordChanged: [
    { ...ACCOUNT, facts: { by: 'reset' } },
    'Antonia Rivas cambió su contraseña con el enlace de un correo',
  ],
  AccountDeactivated: [OF_OTHER, 'Administración desactivó la cuenta de Elisa Contreras'],
  ProfileLimitChanged: [
    { ...OF_OTHER, facts: { maxProfiles: 3, ...LIMIT } },
    'Administración cambió el límite de perfiles de Elisa Contreras de 1 a 3',
  ],
  AccountRenamed: [
    { ...ACCOUNT, words: words({ name: 'Ana' }, { name: 'Ana R.' }) },
    'Antonia Rivas cambió su nombre de «Ana» a «Ana R.»',
  ],
  CodeRedeemed: [{ ...CODE, facts: { accountId: 'ana' } }, 'Antonia Rivas usó un código de activación'],
  ProfileCreated: [
    { words: words({ name: '', lastname: '' }, { name: 'Recepción', lastname: 'Pacífico' }) },
    'Antonia Rivas creó el perfil de Elisa Contreras',
  ],
  ProfileEdited: [{ words: JOB }, 'Antonia Rivas cambió el cargo de «Gerenta» a «Directora Comercial»'],
  ProfileImageSet: [{ facts: { kind: 'profile-image' } }, 'Antonia Rivas cambió la foto'],
  ThemeApplied: [
    { facts: moved({ theme_color: 'blue' }, { theme_color: 'dark' }) },
    'Antonia Rivas cambió el tema de «Celeste» a «Noche»',
  ],
  ProfileVersionRestored: [
    { facts: { version: 2, at: '2026-10-03T20:52:00.000Z' } },
    'Antonia Rivas restauró la versión del 03-10-2026 17:52 (versión 2)',
  ],
  ProfileSlugChanged: [
    { actor: ADMIN, words: words({ slug: 'hlagos' }, { slug: 'hernan-lagos' }) },
    'Administración cambió la dirección de «hlagos» a «hernan-lagos»',
  ],
  ReminderSkipped: [FIRST, 'Se saltó el primer recordatorio del perfil de Elisa Contreras'],
  RequestProlonged: [
    { actor: ADMIN, facts: { until: '2027-01-19' } },
    'Administración prorrogó hasta el 19-01-2027 una solicitud sobre datos personales',
  ],
  SubjectUnblocked: [
    { ...LOG, facts: { subject: 'quotation' } },
    'Se desbloquearon los datos de una cotización',
  ],
  SubjectErased: [{ ...ACCOUNT, facts: { subject: 'account' } }, 'Se borraron los datos de una cuenta'],
  HistoryRead: [
    { entity: 'log', actor: ADMIN, facts: { form: 'list', person: 'account-ana', from: '2026-10-03' } },
    'Luis Paz leyó el Historial de Antonia Rivas',
  ],
  ParkedEventSkipped: [
    { entity: 'log', actor: ADMIN, facts: { projection: 'traffic', position: '18977', reason: 'Dañado' } },
    'Luis Paz omitió el evento apartado #18.977 de «Visitas y cifras»: Dañado',
  ],
  RebuildOrdered: [
    { entity: 'log', actor: ADMIN, facts: { projection: 'traffic', order: 'swap', differing: 3 } },
    'Luis Paz ordenó usar la reconstrucción de «Visitas y cifras», con 3 filas distintas',
  ],
}

testTable(Object.entries(SENTENCES))('administrators read in third person', (type, [told, sentence]) => {
  expect(third(type as HistoryType, told)).toBe(sentence)
})

const FACTS = { kind: 'company-logo', maxProfiles: 5, accountId: 'ana', reminder: 'first' }
testTable(HISTORY_TYPES)('a sentence of erased people has no empty or unknown part', (type) => {
  const line = lineOf(type, { facts: FACTS, ...SENTENCES[type]?.[0], words: undefined as never })
  const parts = partsOf(line, false, false)
  expect(parts.every((part) => part.text !== '')).toBe(true)
  expect(textOfSentence(parts)).not.toMatch(/undefined|null|NaN|Antonia|Elisa|Gerenta/)
})

testTable([
  ['visitor', 'de un visitante'],
  ['request', 'de una solicitud de derechos'],
])('an erasure of somebody whose period is over says so [PRIV-18]', (subject, whose) => {
  expect(third('SubjectErased', { facts: { subject, reason: 'retention' } })).toBe(
    `Se borraron, por vencer su plazo, los datos ${whose}`,
  )
})

testTable([
  [{ form: 'event', position: '20042' }, 'leyó el detalle del evento #20.042'],
  [{ form: 'expediente', entity: 'account-ana' }, 'leyó el expediente de Antonia Rivas'],
  [{ form: 'csv', type: 'ProfileEdited' }, 'leyó el Historial como CSV'],
  [{ form: 'list', entity: 'several', person: 'account-ana' }, 'leyó el Historial'],
])('a reading is told as the screen has it', (facts, sentence) => {
  expect(third('HistoryRead', { entity: 'log', actor: ADMIN, facts })).toBe(`Luis Paz ${sentence}`)
})

testTable(['משה כהן', 'ليلى حداد'])(
  'what people wrote from right to left does not turn the sentence around it',
  (name) => {
    const renamed = { ...ACCOUNT, words: words({ name: 'Ana' }, { name }) }
    const quotes = `de «Ana» a «\u2068${name}\u2069»`
    expect(third('AccountRenamed', renamed)).toBe(`Antonia Rivas cambió su nombre ${quotes}`)
  },
)

testTable([
  ['ProfileEdited', { words: JOB }, 'Cambiaste el cargo de «Gerenta» a «Directora Comercial»'],
  [
    'ProfileEdited',
    { words: words({ bio: 'a', name: 'b', phone: '' }, { bio: 'c', name: 'd', phone: '+569' }) },
    'Cambiaste el nombre de «b» a «d» y 2 campos más',
  ],
  ['ProfileEdited', { words: words({ bio: 'a' }, { bio: 'b' }) }, 'Cambiaste la biografía'],
  [
    'ProfileEdited',
    { words: words({ custom_link: '' }, { custom_link: 'https://a.cl' }) },
    'Agregaste el enlace',
  ],
  ['ProfileEdited', { words: words({ phone: '' }, { phone: '+569' }) }, 'Agregaste el teléfono «+569»'],
  ['ProfileEdited', { words: words({ phone: '+569' }, { phone: '' }) }, 'Quitaste el teléfono «+569»'],
  [
    'ProfileEdited',
    { words: words({ phone: '+56951234567' }, { phone: '+56961234567' }) },
    'Cambiaste el teléfono de «+56 9 5123 4567» a «+56 9 6123 4567»',
  ],
  [
    'ProfileEdited',
    { actor: ADMIN, words: JOB },
    'Administración cambió tu cargo de «Gerenta» a «Directora Comercial»',
  ],
  [
    'ProfileSlugChanged',
    { actor: ADMIN, words: words({ slug: 'arivas' }, { slug: 'antonia-rivas' }) },
    'Administración cambió tu dirección de «arivas» a «antonia-rivas»',
  ],
  ['ProfileDeactivated', { actor: ADMIN }, 'Administración ocultó tu perfil'],
  ['ThemeApplied', { facts: moved({ text_color: '#000' }, { text_color: '#111' }) }, 'Cambiaste los colores'],
] as const)('an owner reads of themselves: what they or an administrator changed', (type, told, sentence) =>
  expect(second(type, told)).toBe(sentence),
)

testTable(PROFILE_CHANGES)('an owner reads of themselves: each change in second person', (type) => {
  const { actor: _, ...told } = { facts: FACTS, ...SENTENCES[type]?.[0] }
  expect(second(type, told)).toMatch(/^[A-ZÁÉÍÓÚ]\p{L}*(?:ste|iste)\b/u)
})

test('changes are field by field, in the order of the screen, and an empty text is absent', () => {
  const line = lineOf('ProfileEdited', {
    words: words({ phone: '', name: 'a', bio: 'c' }, { phone: '+569', name: 'b', bio: 'c' }),
  })
  expect(changesOf(line)).toEqual([
    { field: 'name', label: 'Nombre', before: 'a', after: 'b', is_erased: false },
    { field: 'phone', label: 'Teléfono', before: null, after: '+569', is_erased: false },
  ])
})

test('changes of a profile whose key is gone say that they are', () => {
  expect(changesOf(lineOf('ProfileSlugChanged'))).toEqual([
    { field: 'slug', label: 'Dirección', before: null, after: null, is_erased: true },
  ])
  expect(partsOf(lineOf('ProfileEdited')).at(-1)).toEqual({ as: 'erased', text: 'Dato eliminado' })
})

test('changes of themes, limits and pictures are words', () => {
  const theme = lineOf('ThemeApplied', { facts: moved({ theme_color: 'warm' }, { theme_color: 'custom' }) })
  expect(changesOf(theme)).toMatchObject([{ label: 'Tema', before: 'Cálido', after: 'Colores propios' }])
  const image = { kind: 'profile-image', ...moved({ 'profile-image': null }, { 'profile-image': true }) }
  expect(changesOf(lineOf('ProfileImageSet', { facts: image }))).toMatchObject([
    { field: 'profile_image', before: null, after: 'Con imagen' },
  ])
  expect(third('ProfileImageSet', { facts: image })).toBe('Antonia Rivas agregó la foto')
})

test('hidden signs of a name do not turn a sentence around', () => {
  const told = { words: words({ name: 'Ana' }, { name: 'Ana\u202e!' }) }
  expect(third('ProfileEdited', told)).toBe('Antonia Rivas cambió el nombre de «Ana» a «Ana!»')
})

const CARD = '0199a000-0000-7000-8000-0000000000aa'
const VISITOR = '0199a000-0000-7000-8000-0000000000bb'

testTable([
  [`visitor-${CARD}.${VISITOR}`, `visitor-${CARD}.${MASK}`],
  [`VISITOR-${CARD}.${VISITOR}`, `VISITOR-${CARD}.${MASK}`],
  [`of visitor-${CARD}.${VISITOR}, said twice`, `of visitor-${CARD}.${MASK}, said twice`],
  [`visitor-${CARD}`, `visitor-${CARD}`],
  ['', ''],
])('the id of a visitor is masked wherever it stands', (text, masked) => {
  expect(withoutVisitor(text)).toBe(masked)
  expect(maskedStream(text)).toBe(masked)
})
