import { followed, row, type Row } from './row.ts'
import { PASSWORD } from './product.ts'

/** The data of both sides: made by the product's own calls, always the same ones in the same order. */

export const MAILBOX = 'marta@correo.example'
const DAYS = 30
const DAY_SECONDS = 86_400
const DEVICES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
]
const CLICKS = ['click_whatsapp', 'click_email', 'click_linkedin', 'vcf', 'click_whatsapp', 'click_website']
const PEOPLE: readonly (readonly [role: string, name: string])[] = [
  ['O', 'Ana Fuentes'],
  ['B', 'Bruno Lagos'],
  ['N', 'Carla Muñoz'],
  ['D', 'Diego Soto'],
  ['E', 'Elena Vidal'],
]

export const emailOf = (role: string): string => `${role.toLowerCase()}@correo.example`
/** @param kind 1 event, 2 visit, 3 visitor */
export const idOf = (kind: number, n: number): string =>
  `0190b5a0-7c1e-7d3a-8f0${kind}-${String(n).padStart(12, '0')}`

const signIn = (role: string): Row =>
  row(
    'V',
    'POST /api/auth/login',
    { email: emailOf(role), password: PASSWORD },
    {
      keep: { [`${role}.token`]: 'access_token', [`${role}.id`]: 'user.id' },
    },
  )

const register = ([role, name]: (typeof PEOPLE)[number], n: number): readonly Row[] => [
  row(
    'V',
    'POST /api/auth/register',
    { name, email: emailOf(role), password: PASSWORD },
    {
      keep: { [`${role}.token`]: 'access_token' },
    },
  ),
  ...(role === 'N'
    ? []
    : [
        followed(
          role,
          'POST /api/auth/activate',
          { code: `{code${n}}` },
          {
            keep: { [`${role}.token`]: 'access_token', [`${role}.id`]: 'user.id' },
          },
        ),
        row(role, 'GET /api/profiles/me', undefined, {
          keep: { [`${role}.profile`]: '0.id', [`${role}.slug`]: '0.slug' },
        }),
      ]),
]

const TEXTS = {
  position: 'Jefa de Ventas',
  company: 'Andes Norte',
  bio: 'Vendo paneles solares.\nDesde 2012.',
  email: 'ana@andes.example',
  phone: '+56 2 2345 6789',
  whatsapp: '+56 9 8123 4567',
  linkedin: 'https://www.linkedin.com/in/anafuentes',
  instagram: 'https://www.instagram.com/anafuentes',
  website: 'https://andes.example',
  theme_color: 'green',
}

/** Fewer at weekends, and more with time. */
const tapsOf = (day: number): number => (day % 7 > 4 ? 1 : 4 + Math.floor(day / 10))

function visit(day: number, n: number): readonly Row[] {
  const id = day * 20 + n
  const profile = n % 4 === 3 ? 'B' : 'O'
  const headers = { 'User-Agent': DEVICES[id % 3]! }
  const ids = `e=${idOf(1, id)}&v=${idOf(2, id)}&u=${idOf(3, id % 37)}&s=${['nfc', 'qr', 'link'][id % 3]}`
  const click = {
    event_type: CLICKS[id % CLICKS.length],
    event_id: idOf(4, id),
    visit_id: idOf(2, id),
    visitor_id: idOf(3, id % 37),
  }
  const quick = { headers, isQuick: true, after: 600 } as const
  const tap = row('V', `GET /api/public/profile/{${profile}.slug}?${ids}`, undefined, quick)
  return id % 2 === 0 ? [tap, row('V', `POST /api/public/track/{${profile}.profile}`, click, quick)] : [tap]
}

const traffic: readonly Row[] = Array.from({ length: DAYS }, (_, day) => [
  ...Array.from({ length: tapsOf(day) }, (__, n) => visit(day, n)).flat(),
  row('V', 'GET /livez', undefined, { after: DAY_SECONDS - 1_200 * tapsOf(day) }),
]).flat()

const words = (n: number, profile = 'O'): Row =>
  row('V', `POST /api/public/identify/{${profile}.profile}`, {
    full_name: ['Marta Ríos', 'Luis Pinto', 'Inés Vera'][n],
    phone: `+56 9 7000 110${n}`,
    description: 'Nos vimos en la feria del libro',
    visitor_id: idOf(3, n),
    visit_id: idOf(2, 600 + n),
    event_id: idOf(5, n),
  })

const quotation = (n: number, email: string): Row =>
  row(
    'V',
    'POST /api/quotations',
    {
      company: ['Logística Austral', 'Viña del Sol', 'Puerto Claro'][n],
      contact_person: ['Camila Soto', 'Marta Ríos', 'Pía León'][n],
      email,
      phone: '+56 9 6612 4410',
      estimated_cards: ['1-10', '26-50', 40][n],
      comments: 'Antes de la feria.',
    },
    { keep: { [`quotation${n}`]: 'id' } },
  )

const request = (n: number, kind: string, name: string): Row =>
  followed('V', 'POST /api/rights/requests', {
    kind,
    card: '{O.slug}',
    name,
    phone: '+56 9 7000 1101',
    words: 'Mi nombre está mal escrito.',
    email: `persona${n}@correo.example`,
  })

const left: readonly Row[] = [
  ...[0, 1, 2].map((n) => words(n)),
  words(1, 'B'),
  followed('V', 'POST /api/reminders/subscribe', {
    email: MAILBOX,
    profile_id: '{O.profile}',
    visitor_id: idOf(3, 0),
  }),
  followed('V', 'POST /api/reminders/subscribe', { email: 'luis@correo.example', profile_id: '{B.profile}' }),
  quotation(0, 'camila@correo.example'),
  quotation(1, MAILBOX),
  quotation(2, 'pia@correo.example'),
  request(1, 'access', 'Luis Pinto'),
  request(2, 'correction', 'Inés Vera'),
  request(3, 'erasure', 'Nadie Conocido'),
  row('A', 'GET /api/admin/requests?sort=received_at', undefined, {
    keep: { request1: '0.id', request2: '1.id', request3: '2.id' },
  }),
]

export const SEED: readonly Row[] = [
  { ...signIn('A'), body: { email: 'admin@correo.example', password: PASSWORD } },
  ...Array.from({ length: 6 }, (_, n) =>
    row('A', 'POST /api/admin/activation-codes', { max_profiles: 3 }, { keep: { [`code${n}`]: 'code' } }),
  ),
  ...PEOPLE.flatMap(register),
  row('O', 'PUT /api/profile/{O.profile}', TEXTS),
  row('O', 'PUT /api/profile/{O.profile}', { bio: 'Vendo paneles solares en todo Chile.' }),
  row('B', 'PUT /api/profile/{B.profile}', { ...TEXTS, email: 'bruno@andes.example', theme_color: 'dark' }),
  row('O', 'POST /api/upload/profile-image/{O.profile}', 'picture'),
  row('O', 'POST /api/upload/company-logo/{O.profile}', 'picture'),
  followed('O', 'POST /api/profiles/create', undefined, {
    keep: { 'O.second': 'id', 'O.second.slug': 'slug' },
  }),
  ...traffic,
  ...['O', 'B', 'D', 'E', 'N'].map(signIn),
  { ...signIn('A'), body: { email: 'admin@correo.example', password: PASSWORD } },
  ...left,
  followed('A', 'PUT /api/admin/users/{D.id}', { is_active: false }),
]
