import { followed, row, type Row } from './row.ts'

/** Recorded requests of administrators and of the data staff. */

const list = (path: string): Row => row('VOA', `GET ${path}`)

export const READS: readonly Row[] = [
  list('/api/admin/users'),
  list('/api/admin/activation-codes'),
  list('/api/admin/activation-codes.csv'),
  list('/api/admin/quotations'),
  list('/api/admin/profiles'),
  list('/api/admin/reminders'),
  list('/api/admin/reminders.csv'),
  { ...list('/api/admin/requests'), isUnordered: true },
  list('/api/admin/history?limit=20'),
  row('A', 'GET /api/admin/history?limit=3&type=ProfileEdited', undefined, {
    keep: { position: '0.position' },
  }),
  list('/api/admin/history.csv?entity=profile-{O.profile}'),
  list('/api/admin/history.ndjson?entity=profile-{O.profile}'),
  list('/api/admin/history/{position}'),
  list('/api/admin/history/{position}/entity'),
  list('/api/admin/projections'),
  list('/api/admin/projections/traffic/parked'),
]

export const WRITES: readonly Row[] = [
  row('VOA', 'POST /api/admin/activation-codes'),
  followed('VOA', 'PUT /api/admin/users/{B.id}', { max_profiles: 5 }),
  row('VOA', 'PUT /api/admin/quotations/{quotation0}', { status: 'contacted' }),
  followed('VOA', 'PUT /api/admin/profiles/{B.profile}/slug?new_slug=bruno-nuevo'),
  followed('VOA', 'PUT /api/admin/profiles/{O.second}/status', { is_active: false }),
  followed('VOA', 'PUT /api/admin/requests/{request2}', { act: 'prolong', reason: 'Falta un dato.' }),
  row('VOA', 'POST /api/admin/projections/codes/builds/compare', { build: 'nada' }),
  row('VOA', 'POST /api/admin/projections/codes/builds', { order: 'swap', build: 'nada' }),
  row('VOA', 'POST /api/admin/projections/codes/parked/retry', {}),
  row('VOA', 'POST /api/admin/projections/codes/parked/skip', { position: '1', reason: 'Prueba' }),
  followed('VOA', 'DELETE /api/admin/profiles/{O.second}'),
  row('S', 'OPS codes issue --count 2'),
  row('S', 'OPS parked list'),
  row('S', 'OPS verify'),
  row('S', 'OPS admin grant b@correo.example'),
  row('S', 'OPS admin revoke b@correo.example'),
  followed('S', 'OPS erase pia@correo.example --yes'),
  row('S', 'OPS nada'),
]
