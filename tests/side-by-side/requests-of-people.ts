import { followed, row, type Row } from './row.ts'
import { REPORTS, PASSWORD } from './product.ts'
import { emailOf, idOf, MAILBOX } from './seed.ts'

/** Recorded requests of visitors, mailboxes and owners: right ones and wrong ones. */

const NOBODY = idOf(9, 9)
const KEY = 'k'.repeat(43)
const MINE = { full_name: 'Marta Ríos Paz', phone: '+56 9 7000 1100', description: 'Feria' }
const PICTURE = 'picture'

const DOCUMENTS = `
/ /landing /inicio /login /register /auth/forgot-password /activate /profile /mis-datos /auth/reset
/dashboard /admin /nada /pages/{O.slug} /pages/demo /pages/nadie /robots.txt /favicon.svg /livez`
  .trim()
  .split(/\s+/)
  .map((path) => row('V', `GET ${path}`))

const PUBLIC: readonly Row[] = [
  row('V', 'GET /pages/{O.slug}/preview.jpg'),
  row('V', 'GET /pages/nadie/preview.jpg'),
  row('VO', 'GET /pages/{O.slug}/qr.png'),
  row('V', 'GET /pages/{O.slug}/qr.svg'),
  row('V', 'GET /pages/nadie/qr.svg'),
  row('VPNOBDA', 'GET /api/public/profile/{O.slug}'),
  row('V', 'GET /api/public/profile/{B.slug}'),
  row('V', 'GET /api/public/profile/{D.slug}'),
  row('V', 'GET /api/public/profile/nadie'),
  row('V', 'GET /api/public/profile/{O.slug}?s=carta'),
  row('V', 'GET /api/public/profile/{O.slug}', undefined, { headers: { 'Visitor-Objects': '1' } }),
  followed('VPOA', 'GET /api/profile/{O.slug}/vcf'),
  row('V', 'GET /api/profile/nadie/vcf'),
  row('V', 'GET /api/profile/{O.slug}/vcf?foto=0'),
  followed('VO', 'GET /profile/{O.slug}/vcf'),
  row('V', 'GET /profile/nadie/vcf'),
  row('VOA', 'POST /api/public/identify/{O.profile}', {
    ...MINE,
    event_id: idOf(6, 1),
    visitor_id: idOf(3, 4),
  }),
  row('V', 'POST /api/public/identify/{O.profile}', { full_name: '', phone: 'x', description: '' }),
  row('V', `POST /api/public/identify/${NOBODY}`, MINE),
  row('VOBA', 'POST /api/public/track/{O.profile}', { event_type: 'click_email', event_id: idOf(6, 2) }),
  row('V', 'POST /api/public/track/{O.profile}', { event_type: 'click_nada' }),
  row('V', `POST /api/public/track/${NOBODY}`, { event_type: 'vcf' }),
  row('V', 'POST /api/public/track/{O.profile}', '{"event_type":', {
    headers: { 'Content-Type': 'application/json' },
  }),
  followed('VOA', 'POST /api/reminders/subscribe', {
    email: 'ines@correo.example',
    profile_id: '{O.profile}',
  }),
  row('V', 'POST /api/reminders/subscribe', { email: 'no', profile_id: '{O.profile}' }),
  row('V', 'POST /api/reminders/subscribe', { email: 'ines@correo.example', profile_id: NOBODY }),
  row('VPOB', 'GET /api/public/my-data/{O.profile}'),
  row('P', 'GET /api/public/my-data/{O.profile}'),
  row('VOA', 'POST /api/quotations', {
    company: 'Nueva Ruta',
    contact_person: 'Sara Gil',
    email: 'sara@correo.example',
    phone: '+56 9 6612 4411',
    estimated_cards: '11-25',
  }),
  row('V', 'POST /api/quotations', { company: 'Nueva Ruta', email: 'no', estimated_cards: 0 }),
  row('VO', 'POST /api/crashes', { name: 'TypeError', frames: ['assets/App-abc.js:1:20'] }),
  row('V', 'POST /api/mail/reports', 'To: nobody@correo.example\r\n\r\nHola', {
    headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${REPORTS}` },
  }),
  row('V', 'GET /api/nada'),
  row('V', 'PATCH /api/auth/me'),
]

const MAILBOX_ROWS: readonly Row[] = [
  row('VOA', 'POST /api/rights/link', { email: MAILBOX }),
  row('V', 'POST /api/rights/link', { email: 'nadie@correo.example' }),
  row('V', 'POST /api/rights/link', { email: 'no' }),
  row('V', `MAIL ${MAILBOX} /mis-datos#`, undefined, { keep: { link: 'token' } }),
  row('V', 'POST /api/rights/open', { token: '{link}', mailbox_key: KEY }),
  row('V', 'POST /api/rights/open', { token: '{link}', mailbox_key: 'x'.repeat(43) }),
  row('M', 'GET /api/rights/mine', undefined, { keep: { thing0: 'things.0.id', thing1: 'things.1.id' } }),
  row('VOA', 'GET /api/rights/mine'),
  row('MVO', 'GET /api/rights/mine?for=portability'),
  followed('MVO', 'POST /api/rights/mine', { act: 'block', id: '{thing0}' }),
  row('M', 'POST /api/rights/mine', { act: 'block', id: 'no' }),
  row('A', 'GET /api/admin/quotations'),
  followed('M', 'POST /api/rights/mine', { act: 'unblock', id: '{thing0}' }),
  followed('MVO', 'POST /api/rights/mine', { act: 'object' }),
  followed('M', 'POST /api/rights/mine', { act: 'erase', id: '{thing0}' }),
  row('VO', 'POST /api/rights/mine', { act: 'erase' }),
  row('M', 'GET /api/rights/mine'),
  followed('VO', 'POST /api/rights/requests', {
    kind: 'access',
    card: '{B.slug}',
    name: 'Luis Pinto',
    phone: '+56 9 7000 1101',
    email: 'luis@correo.example',
  }),
  followed('V', 'POST /api/rights/requests', { kind: 'nada', email: 'no' }),
]

const SESSIONS: readonly Row[] = [
  row('VNOBDA', 'GET /api/auth/me'),
  row('VO', 'GET /api/auth/methods'),
  row('V', 'GET /api/auth/external/start'),
  row('V', 'GET /api/auth/external/callback'),
  row('V', 'GET /api/auth/external/callback?code=no&state=no'),
  row('V', 'POST /api/auth/emergent-login', { session_id: 'no' }),
  row('VNOBDA', 'GET /api/auth/sessions'),
  row('VNOBDA', 'GET /api/auth/export'),
  row('VNOBDA', 'GET /api/account/{O.id}/expediente'),
  row('V', 'GET /api/record/head'),
  row('VNO', 'PUT /api/auth/me', { name: 'Nombre Nuevo' }),
  row('O', 'PUT /api/auth/me', { name: '' }),
  row('V', 'POST /api/auth/login', { email: emailOf('O'), password: 'Incorrecta1' }),
  row('V', 'POST /api/auth/login', { email: emailOf('D'), password: PASSWORD }),
  row('V', 'POST /api/auth/login', { email: 'nadie@correo.example', password: PASSWORD }),
  row('V', 'POST /api/auth/login', {}),
  row('V', 'POST /api/auth/register', { name: 'Otra', email: emailOf('O'), password: PASSWORD }),
  row('V', 'POST /api/auth/register', { name: 'Otra', email: 'no', password: 'corta' }),
  row('VNO', 'POST /api/auth/activate', { code: 'K7WM-3XQA-9PZT' }),
  followed('N', 'POST /api/auth/activate', { code: '{code1}' }),
  row('VNOBA', 'GET /api/profiles/me'),
  row('VNOBDA', 'GET /api/profile/{O.profile}'),
  row('O', `GET /api/profile/${NOBODY}`),
  followed('O', 'POST /api/profiles/create', undefined, { keep: { 'O.third.slug': 'slug' } }),
  followed('B', 'POST /api/profiles/create', undefined, { keep: { 'B.second.slug': 'slug' } }),
  followed('VN', 'POST /api/profiles/create'),
  row('VNBOA', 'PUT /api/profile/{O.profile}', { position: 'Gerenta' }),
  row('O', 'PUT /api/profile/{O.profile}', { website: 'no es', theme_color: 'rosa' }),
  row('O', 'PUT /api/profile/{O.profile}', { bio: 'x' }, { headers: { 'If-Match': '"0"' } }),
  row('VNBOA', 'POST /api/upload/background-image/{O.profile}', PICTURE),
  row('O', 'POST /api/upload/nada/{O.profile}', PICTURE),
  row('O', 'POST /api/upload/company-logo/{O.profile}', { a: 1 }),
  row('VNBO', 'DELETE /api/upload/company-logo/{O.profile}'),
  row('O', 'DELETE /api/upload/nada/{O.profile}'),
  row('VO', 'GET /api/files/no'),
  row('VNOBA', 'GET /api/profile/{O.profile}/history'),
  row('O', 'GET /api/profile/{O.profile}/history?limit=2'),
  row('O', 'GET /api/profile/{O.profile}/history?limit=0'),
  row('VNOBA', 'GET /api/profile/{O.profile}/as-of?version=2'),
  row('O', 'GET /api/profile/{O.profile}/as-of?at=2026-09-20T12:00:00.000Z'),
  row('O', 'GET /api/profile/{O.profile}/as-of?version=99'),
  row('VBOA', 'POST /api/profile/{O.profile}/restore', { version: 2 }),
  row('O', 'POST /api/profile/{O.profile}/restore', { version: 0 }),
  row('VNOBA', 'GET /api/profile/{O.profile}/expediente'),
]

const RANGES = ['7d', '1m', '3m', '6m', '12m', 'all-time']
const FIGURES: readonly Row[] = [
  row('VNOBA', 'GET /api/analytics/{O.profile}'),
  row('VOBA', 'GET /api/analytics/{O.profile}/edits'),
  row('O', 'GET /api/analytics/{O.profile}/edits?date_range=1m'),
  row('VOBA', 'GET /api/analytics/{O.profile}/insights'),
  row('B', 'GET /api/analytics/{B.profile}/insights'),
  row('VOBA', 'GET /api/analytics/{O.profile}/monthly-comparison'),
  ...['1m', '3m', '12m', '2m'].map((period) =>
    row('O', `GET /api/analytics/{O.profile}/monthly-comparison?period=${period}`),
  ),
  row('VNOBA', 'GET /api/analytics/{O.profile}/unified'),
  ...RANGES.map((range) => row('O', `GET /api/analytics/{O.profile}/unified?date_range=${range}`)),
  ...[
    'network=whatsapp',
    'source=qr',
    'device=iphone',
    'hour=1-10',
    'from=2026-09-10&to=2026-09-20',
    'source=no',
  ].map((filter) => row('O', `GET /api/analytics/{O.profile}/unified?${filter}`)),
  row('B', 'GET /api/analytics/{B.profile}/unified?date_range=1m'),
  row('VOBA', 'GET /api/analytics/{O.profile}/executive-report?date_range=1m'),
  row('O', 'GET /api/analytics/{O.profile}/executive-report?date_range=1y'),
  row('VOBA', 'GET /api/analytics/{O.profile}/live'),
]

/** At the end, because sessions and accounts are over after them. */
export const LAST: readonly Row[] = [
  row('V', 'POST /api/auth/forgot-password', { email: emailOf('E') }),
  row('V', 'POST /api/auth/forgot-password', { email: 'no' }),
  row('V', `MAIL ${emailOf('E')} token=`, undefined, { keep: { reset: 'token' } }),
  row('V', 'GET /api/auth/verify-reset-token/{reset}'),
  row('V', 'GET /api/auth/verify-reset-token/no'),
  row('V', 'POST /api/auth/reset-password', {
    token: 'no',
    new_password: 'Nueva123',
    confirm_password: 'Nueva123',
  }),
  row('V', 'POST /api/auth/reset-password', { token: '{reset}', new_password: 'a', confirm_password: 'b' }),
  followed('V', 'POST /api/auth/reset-password', {
    token: '{reset}',
    new_password: 'Nueva123',
    confirm_password: 'Nueva123',
  }),
  row(
    'V',
    'POST /api/auth/login',
    { email: emailOf('E'), password: 'Nueva123' },
    { keep: { 'E.token': 'access_token' } },
  ),
  row('VEO', 'POST /api/auth/change-password', {
    current_password: 'Nueva123',
    new_password: 'Nueva456',
    confirm_password: 'Nueva456',
  }),
  row('E', 'POST /api/auth/close-sessions'),
  row('V', 'POST /api/auth/close-sessions'),
  row(
    'V',
    'POST /api/auth/login',
    { email: emailOf('E'), password: 'Nueva456' },
    { keep: { 'E.token': 'access_token' } },
  ),
  row('E', 'GET /api/auth/sessions', undefined, { keep: { session: '0.id' } }),
  row('VOE', 'DELETE /api/auth/sessions/{session}'),
  row('O', 'DELETE /api/auth/sessions/no'),
  row('VE', 'DELETE /api/auth/me', { password: 'Incorrecta1' }),
  row(
    'V',
    'POST /api/auth/login',
    { email: emailOf('E'), password: 'Nueva456' },
    { keep: { 'E.token': 'access_token' } },
  ),
  followed('EE', 'DELETE /api/auth/me', { password: 'Nueva456' }),
  row('V', 'GET /api/public/profile/{E.slug}'),
  followed('PV', 'POST /api/public/my-data/{O.profile}/object'),
  followed('PV', 'DELETE /api/public/my-data/{O.profile}'),
  row('VBN', 'POST /api/auth/logout'),
  row('B', 'GET /api/auth/me'),
]

export const OF_PEOPLE: readonly Row[] = [...DOCUMENTS, ...FIGURES, ...SESSIONS, ...PUBLIC, ...MAILBOX_ROWS]
