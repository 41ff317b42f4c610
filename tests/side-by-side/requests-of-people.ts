import { followed, row, type Row } from './row.ts'
import { REPORTS, PASSWORD } from './product.ts'
import { emailOf, idOf, MAILBOX } from './seed.ts'

/** Recorded requests of visitors, mailboxes and owners: each call once by each role. */

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
  row('VO', 'GET /pages/{O.slug}/qr.png'),
  row('V', 'GET /pages/{O.slug}/qr.svg'),
  row('VPNOBDA', 'GET /api/public/profile/{O.slug}'),
  followed('VPOA', 'GET /api/profile/{O.slug}/vcf'),
  followed('VO', 'GET /profile/{O.slug}/vcf'),
  row('V', 'GET /profile/nadie/vcf'),
  row('VOA', 'POST /api/public/identify/{O.profile}', {
    ...MINE,
    event_id: idOf(6, 1),
    visitor_id: idOf(3, 4),
  }),
  row('VOBA', 'POST /api/public/track/{O.profile}', { event_type: 'click_email', event_id: idOf(6, 2) }),
  followed('VOA', 'POST /api/reminders/subscribe', {
    email: 'ines@correo.example',
    profile_id: '{O.profile}',
  }),
  row('VPOB', 'GET /api/public/my-data/{O.profile}'),
  row('VOA', 'POST /api/quotations', {
    company: 'Nueva Ruta',
    contact_person: 'Sara Gil',
    email: 'sara@correo.example',
    phone: '+56 9 6612 4411',
    estimated_cards: '11-25',
  }),
  row('VO', 'POST /api/crashes', { name: 'TypeError', frames: ['assets/App-abc.js:1:20'] }),
  row('V', 'POST /api/mail/reports', 'To: nobody@correo.example\r\n\r\nHola', {
    headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${REPORTS}` },
  }),
  row('V', 'GET /api/nada'),
  row('V', 'PATCH /api/auth/me'),
]

const MAILBOX_ROWS: readonly Row[] = [
  row('VOA', 'POST /api/rights/link', { email: MAILBOX }),
  row('V', `MAIL ${MAILBOX} /mis-datos#`, undefined, { keep: { link: 'token' } }),
  row('V', 'POST /api/rights/open', { token: '{link}', mailbox_key: KEY }),
  row('M', 'GET /api/rights/mine', undefined, { keep: { thing0: 'things.0.id', thing1: 'things.1.id' } }),
  row('VOA', 'GET /api/rights/mine'),
  followed('MVO', 'POST /api/rights/mine', { act: 'block', id: '{thing0}' }),
  row('A', 'GET /api/admin/quotations'),
  followed('M', 'POST /api/rights/mine', { act: 'unblock', id: '{thing0}' }),
  followed('M', 'POST /api/rights/mine', { act: 'object' }),
  followed('M', 'POST /api/rights/mine', { act: 'erase', id: '{thing0}' }),
  followed('VO', 'POST /api/rights/requests', {
    kind: 'access',
    card: '{B.slug}',
    name: 'Luis Pinto',
    phone: '+56 9 7000 1101',
    email: 'luis@correo.example',
  }),
]

const SESSIONS: readonly Row[] = [
  row('VNOBDA', 'GET /api/auth/me'),
  row('VO', 'GET /api/auth/methods'),
  row('V', 'GET /api/auth/external/start'),
  row('V', 'GET /api/auth/external/callback'),
  row('V', 'POST /api/auth/emergent-login', { session_id: 'no' }),
  row('VNOBDA', 'GET /api/auth/sessions'),
  row('VNOBDA', 'GET /api/auth/export'),
  row('VNOBDA', 'GET /api/account/{O.id}/expediente'),
  row('V', 'GET /api/record/head'),
  row('VNO', 'PUT /api/auth/me', { name: 'Nombre Nuevo' }),
  row('V', 'POST /api/auth/login', { email: emailOf('O'), password: 'Incorrecta1' }),
  row('V', 'POST /api/auth/register', { name: 'Otra', email: emailOf('O'), password: PASSWORD }),
  row('VNO', 'POST /api/auth/activate', { code: 'K7WM-3XQA-9PZT' }),
  followed('N', 'POST /api/auth/activate', { code: '{code1}' }),
  row('VNOBA', 'GET /api/profiles/me'),
  row('VNOBDA', 'GET /api/profile/{O.profile}'),
  followed('O', 'POST /api/profiles/create', undefined, { keep: { 'O.third.slug': 'slug' } }),
  followed('B', 'POST /api/profiles/create', undefined, { keep: { 'B.second.slug': 'slug' } }),
  followed('VN', 'POST /api/profiles/create'),
  row('VNBOA', 'PUT /api/profile/{O.profile}', { position: 'Gerenta' }),
  row('VNBOA', 'POST /api/upload/background-image/{O.profile}', PICTURE),
  row('VNBO', 'DELETE /api/upload/company-logo/{O.profile}'),
  row('VO', 'GET /api/files/no'),
  row('VNOBA', 'GET /api/profile/{O.profile}/history'),
  row('VNOBA', 'GET /api/profile/{O.profile}/as-of?version=2'),
  row('VBOA', 'POST /api/profile/{O.profile}/restore', { version: 2 }),
  row('VNOBA', 'GET /api/profile/{O.profile}/expediente'),
]

const FIGURES: readonly Row[] = [
  row('VNOBA', 'GET /api/analytics/{O.profile}'),
  row('VOBA', 'GET /api/analytics/{O.profile}/edits'),
  row('VOBA', 'GET /api/analytics/{O.profile}/insights'),
  row('VOBA', 'GET /api/analytics/{O.profile}/monthly-comparison'),
  row('VNOBA', 'GET /api/analytics/{O.profile}/unified'),
  row('VOBA', 'GET /api/analytics/{O.profile}/executive-report?date_range=1m'),
  row('VOBA', 'GET /api/analytics/{O.profile}/live'),
]

const signedIn = (password: string): Row =>
  row('V', 'POST /api/auth/login', { email: emailOf('E'), password }, { keep: { 'E.token': 'access_token' } })

/** At the end, because sessions and accounts are over after them. */
export const LAST: readonly Row[] = [
  row('V', 'POST /api/auth/forgot-password', { email: emailOf('E') }),
  row('V', `MAIL ${emailOf('E')} token=`, undefined, { keep: { reset: 'token' } }),
  row('V', 'GET /api/auth/verify-reset-token/{reset}'),
  followed('V', 'POST /api/auth/reset-password', {
    token: '{reset}',
    new_password: 'Nueva123',
    confirm_password: 'Nueva123',
  }),
  signedIn('Nueva123'),
  row('VEO', 'POST /api/auth/change-password', {
    current_password: 'Nueva123',
    new_password: 'Nueva456',
    confirm_password: 'Nueva456',
  }),
  row('VE', 'POST /api/auth/close-sessions'),
  signedIn('Nueva456'),
  row('E', 'GET /api/auth/sessions', undefined, { keep: { session: '0.id' } }),
  row('VOE', 'DELETE /api/auth/sessions/{session}'),
  signedIn('Nueva456'),
  followed('VE', 'DELETE /api/auth/me', { password: 'Nueva456' }),
  followed('PV', 'POST /api/public/my-data/{O.profile}/object'),
  followed('PV', 'DELETE /api/public/my-data/{O.profile}'),
  row('VBN', 'POST /api/auth/logout'),
]

export const OF_PEOPLE: readonly Row[] = [...DOCUMENTS, ...FIGURES, ...SESSIONS, ...PUBLIC, ...MAILBOX_ROWS]
