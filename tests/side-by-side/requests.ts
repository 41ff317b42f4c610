import { ADMIN_EMAIL, PASSWORD } from './product.ts'

/** One line of the recording. It is sent once by each of its roles. */
export interface Row {
  /**
   * Letters of roles: Visitor, Person (a visitor who left words), Newcomer (not activated), Owner, B (a second owner),
   * Deactivated, Erased (an owner whose account ends), Admin.
   */
  readonly by: string
  /** Method and path, with `{names}` of stored values. */
  readonly ask: string
  /** The word `picture` stands for a form with one. */
  readonly body?: object | 'picture'
  /** Values of the answer that later rows use, by name: paths into its JSON. */
  readonly keep?: Readonly<Record<string, string>>
  /** One of many, so many seconds after the one before: nobody waits until read models have it. */
  readonly after?: number
}

const row = (by: string, ask: string, body?: Row['body'], keep?: Row['keep']): Row => ({
  by,
  ask,
  ...(body && { body }),
  ...(keep && { keep }),
})
const rows = (by: string, asks: string): readonly Row[] =>
  asks
    .trim()
    .split(/\s+/)
    .map((path) => row(by, `GET ${path}`))

const DAYS = 30
const DAY_SECONDS = 86_400
const CLICKS = ['click_whatsapp', 'click_email', 'click_linkedin', 'vcf', 'click_whatsapp', 'click_website']
const PEOPLE = { O: 'Ana Fuentes', B: 'Bruno Lagos', N: 'Carla Muñoz', D: 'Diego Soto', E: 'Elena Vidal' }
const TEXTS = {
  position: 'Jefa de Ventas',
  company: 'Andes Norte',
  bio: 'Vendo paneles solares.\nDesde 2012.',
  email: 'ana@andes.example',
  phone: '+56 2 2345 6789',
  whatsapp: '+56 9 8123 4567',
  linkedin: 'https://www.linkedin.com/in/anafuentes',
  website: 'https://andes.example',
  theme_color: 'green',
}

export const emailOf = (role: string): string =>
  role === 'A' ? ADMIN_EMAIL : `${role.toLowerCase()}@correo.example`
/** @param kind 1 event, 2 visit, 3 visitor */
export const idOf = (kind: number, n: number): string =>
  `0190b5a0-7c1e-7d3a-8f0${kind}-${String(n).padStart(12, '0')}`

const signIn = (role: string, password = PASSWORD): Row =>
  row(
    'V',
    'POST /api/auth/login',
    { email: emailOf(role), password },
    { [`${role}.token`]: 'access_token', [`${role}.id`]: 'user.id' },
  )

const register = ([role, name]: readonly [string, string], n: number): readonly Row[] => {
  const body = { name, email: emailOf(role), password: PASSWORD }
  const registered = row('V', 'POST /api/auth/register', body, { [`${role}.token`]: 'access_token' })
  if (role === 'N') return [registered]
  return [
    registered,
    row(role, 'POST /api/auth/activate', { code: `{code${n}}` }, { [`${role}.token`]: 'access_token' }),
    row(role, 'GET /api/profiles/me', undefined, { [`${role}.profile`]: '0.id', [`${role}.slug`]: '0.slug' }),
  ]
}

function visit(day: number, n: number): readonly Row[] {
  const id = day * 20 + n
  const profile = n % 4 === 3 ? 'B' : 'O'
  const ids = `e=${idOf(1, id)}&v=${idOf(2, id)}&u=${idOf(3, id % 37)}&s=${['nfc', 'qr', 'link'][id % 3]}`
  const tap = { ...row('V', `GET /api/public/profile/{${profile}.slug}?${ids}`), after: 600 }
  const click = {
    event_type: CLICKS[id % CLICKS.length],
    event_id: idOf(4, id),
    visit_id: idOf(2, id),
    visitor_id: idOf(3, id % 37),
  }
  return id % 2 === 0
    ? [tap, { ...row('V', `POST /api/public/track/{${profile}.profile}`, click), after: 600 }]
    : [tap]
}

/** Fewer at weekends, and more with time. */
const traffic = Array.from({ length: DAYS }, (_, day) => {
  const taps = day % 7 > 4 ? 1 : 4 + Math.floor(day / 10)
  const visits = Array.from({ length: taps }, (__, n) => visit(day, n)).flat()
  return [...visits, { ...row('V', 'GET /healthz'), after: DAY_SECONDS - 1_200 * taps }]
}).flat()

const words = (n: number): Row =>
  row('V', 'POST /api/public/identify/{O.profile}', {
    full_name: ['Marta Ríos', 'Luis Pinto', 'Inés Vera'][n],
    phone: `+56 9 7000 110${n}`,
    description: 'Nos vimos en la feria del libro',
    visitor_id: idOf(3, n),
    visit_id: idOf(2, 600 + n),
    event_id: idOf(5, n),
  })
const QUOTATION = {
  company: 'Logística Austral',
  contact_person: 'Camila Soto',
  email: 'camila@correo.example',
  phone: '+56 9 6612 4410',
  estimated_cards: '26-50',
  comments: 'Antes de la feria.',
}
const REQUEST = {
  kind: 'correction',
  card: '{O.slug}',
  name: 'Inés Vera',
  phone: '+56 9 7000 1101',
  words: 'Mi nombre está mal escrito.',
  email: 'ines@correo.example',
}
const reminder = (email: string): Row =>
  row('V', 'POST /api/reminders/subscribe', { email, profile_id: '{O.profile}', visitor_id: idOf(3, 0) })

/** The data of both sides: made by the product's own calls, always the same ones in the same order. */
export const SEED: readonly Row[] = [
  signIn('A'),
  ...Array.from({ length: 6 }, (_, n) =>
    row('A', 'POST /api/admin/activation-codes', { max_profiles: 3 }, { [`code${n}`]: 'code' }),
  ),
  ...Object.entries(PEOPLE).flatMap(register),
  row('O', 'PUT /api/profile/{O.profile}', TEXTS),
  row('B', 'PUT /api/profile/{B.profile}', { ...TEXTS, email: 'bruno@andes.example', theme_color: 'dark' }),
  row('O', 'POST /api/upload/profile-image/{O.profile}', 'picture'),
  row('O', 'POST /api/profiles/create', {}, { 'O.second': 'id', 'O.second.slug': 'slug' }),
  ...traffic,
  ...['O', 'B', 'D', 'E', 'N', 'A'].map((role) => signIn(role)),
  ...[0, 1, 2].map(words),
  reminder('marta@correo.example'),
  row('V', 'POST /api/quotations', QUOTATION, { quotation: 'id' }),
  row('V', 'POST /api/rights/requests', REQUEST),
  row('A', 'GET /api/admin/requests', undefined, { request: '0.id' }),
  row('A', 'PUT /api/admin/users/{D.id}', { is_active: false }),
]

const READS: readonly Row[] = [
  ...rows(
    'V',
    `/ /landing /login /register /auth/forgot-password /activate /profile /mis-datos /auth/reset /dashboard /admin /nada
    /pages/{O.slug} /pages/demo /pages/nadie /robots.txt /favicon.svg /healthz /api/nada /api/record/head /profile/nadie/vcf
    /pages/{O.slug}/preview.jpg /pages/{O.slug}/qr.svg /api/files/no /api/auth/external/callback`,
  ),
  ...rows('VPNOBDA', '/api/public/profile/{O.slug} /api/profile/{O.profile} /api/auth/me /api/auth/sessions'),
  ...rows(
    'VNOBA',
    `/api/profiles/me /api/auth/export /api/profile/{O.profile}/history /api/profile/{O.profile}/as-of?version=2
    /api/profile/{O.profile}/expediente /api/account/{O.id}/expediente /api/analytics/{O.profile}
    /api/analytics/{O.profile}/edits /api/analytics/{O.profile}/insights /api/analytics/{O.profile}/monthly-comparison
    /api/analytics/{O.profile}/unified /api/analytics/{O.profile}/executive-report?date_range=1m`,
  ),
  ...rows(
    'VPOA',
    '/api/profile/{O.slug}/vcf /api/public/my-data/{O.profile} /api/rights/mine /api/auth/methods',
  ),
  ...rows(
    'VOA',
    `/api/admin/users /api/admin/activation-codes /api/admin/activation-codes.csv /api/admin/quotations /api/admin/profiles
    /api/admin/reminders /api/admin/reminders.csv /api/admin/requests
    /api/admin/history?limit=20 /api/admin/history.csv?entity=profile-{O.profile}
    /api/admin/projections /api/admin/projections/traffic/parked`,
  ),
]

const WRITES: readonly Row[] = [
  row('VOA', 'POST /api/admin/activation-codes', {}),
  row('VOA', 'PUT /api/admin/users/{B.id}', { max_profiles: 5 }),
  row('VOA', 'PUT /api/admin/quotations/{quotation}', { status: 'contacted' }),
  row('VOA', 'PUT /api/admin/profiles/{B.profile}/slug?new_slug=bruno-nuevo'),
  row('VOA', 'PUT /api/admin/profiles/{O.second}/status', { is_active: false }),
  row('VOA', 'PUT /api/admin/requests/{request}', { act: 'prolong', reason: 'Falta un dato.' }),
  row('VOA', 'POST /api/admin/projections/codes/builds', { order: 'swap', build: 'nada' }),
  row('VOA', 'POST /api/admin/projections/codes/parked/skip', { position: '1', reason: 'Prueba' }),
  row('VOA', 'DELETE /api/admin/profiles/{O.second}'),
  row('VNO', 'PUT /api/auth/me', { name: 'Nombre Nuevo' }),
  signIn('O', 'Incorrecta1'),
  row('V', 'POST /api/auth/register', { name: 'Otra', email: emailOf('O'), password: PASSWORD }),
  row('VNO', 'POST /api/auth/activate', { code: 'K7WM-3XQA-9PZT' }),
  row('VNBOA', 'PUT /api/profile/{O.profile}', { position: 'Gerenta' }),
  row('VNBOA', 'POST /api/upload/background-image/{O.profile}', 'picture'),
  row('VBOA', 'POST /api/profile/{O.profile}/restore', { version: 2 }),
  row('VOBA', 'POST /api/public/track/{O.profile}', { event_type: 'click_email', event_id: idOf(6, 2) }),
  reminder('no es un correo'),
  row('V', 'POST /api/quotations', { ...QUOTATION, email: '' }),
  row('VOA', 'POST /api/rights/link', { email: 'marta@correo.example' }),
  row('V', 'POST /api/auth/forgot-password', { email: emailOf('E') }),
  row('VEO', 'POST /api/auth/change-password', {
    current_password: PASSWORD,
    new_password: 'Nueva456',
    confirm_password: 'Nueva456',
  }),
  row('VE', 'POST /api/auth/close-sessions'),
  signIn('E', 'Nueva456'),
  row('VE', 'DELETE /api/auth/me', { password: 'Nueva456' }),
  row('PV', 'DELETE /api/public/my-data/{O.profile}'),
  row('VBN', 'POST /api/auth/logout'),
]

export const ALL: readonly Row[] = [...SEED, ...READS, ...WRITES]
