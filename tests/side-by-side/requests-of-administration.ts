import { followed, row, type Row } from './row.ts'
import { idOf } from './seed.ts'

/** Recorded requests of administrators and of the data staff. */

const NOBODY = idOf(9, 9)
const lists = (path: string, ...queries: readonly string[]): readonly Row[] => [
  row('VOA', `GET ${path}`),
  ...queries.map((query) => row('A', `GET ${path}?${query}`)),
]

export const READS: readonly Row[] = [
  ...lists('/api/admin/users', 'search=ana', 'sort=name&limit=2', 'state=inactive', 'state=nada', 'limit=0'),
  ...lists('/api/admin/activation-codes', 'state=used', 'search={code0}', 'sort=created_at&limit=3'),
  ...lists('/api/admin/activation-codes.csv', 'state=available'),
  ...lists('/api/admin/quotations', 'search=austral', 'status=pending', 'sort=due', 'sort=nada'),
  ...lists('/api/admin/profiles', 'search=bruno', 'state=inactive', 'sort=created_at&limit=1'),
  ...lists('/api/admin/slugs/libre-1?profile={O.profile}', ''),
  ...lists('/api/admin/slugs/{B.slug}?profile={O.profile}'),
  ...lists('/api/admin/reminders', 'status_filter=active', 'profile_filter={O.profile}', 'limit=0'),
  ...lists('/api/admin/reminders.csv', 'status_filter=cancelled'),
  ...lists('/api/admin/requests', 'state=open', 'kind=access', 'search=luis').map((one) => ({
    ...one,
    isUnordered: true as const,
  })),
  row('A', 'GET /api/admin/requests?sort=-received_at'),
  ...lists('/api/admin/requests?id={request1}'),
  ...lists(`/api/admin/requests?id=${NOBODY}`),
  ...lists('/api/admin/history?limit=20'),
  row('A', 'GET /api/admin/history?limit=3&type=ProfileEdited', undefined, {
    keep: { position: '0.position' },
  }),
  row('A', 'GET /api/admin/history?person=ana&limit=10'),
  row('A', 'GET /api/admin/history?entity=profile-{O.profile}&limit=10'),
  row('A', 'GET /api/admin/history?from=2026-09-08&to=2026-09-09&limit=10'),
  row('A', 'GET /api/admin/history?from=no'),
  ...lists('/api/admin/history.csv?entity=profile-{O.profile}'),
  ...lists('/api/admin/history.ndjson?entity=profile-{O.profile}'),
  ...lists('/api/admin/history/{position}'),
  ...lists('/api/admin/history/{position}/entity'),
  row('A', 'GET /api/admin/history/999999'),
  row('A', 'GET /api/admin/history/no/entity'),
  ...lists('/api/admin/projections'),
  ...lists('/api/admin/projections/traffic/parked'),
  row('A', 'GET /api/admin/projections/nada/parked'),
]

const builds = (path: string, body?: object): Row =>
  row('VOA', `POST /api/admin/projections/codes/builds${path}`, body)

export const WRITES: readonly Row[] = [
  row('VOA', 'POST /api/admin/activation-codes'),
  row('A', 'POST /api/admin/activation-codes', { count: 0 }),
  followed('VOA', 'PUT /api/admin/users/{B.id}', { max_profiles: 5 }),
  row('A', 'PUT /api/admin/users/{B.id}', { max_profiles: -1 }),
  row('A', `PUT /api/admin/users/${NOBODY}`, { is_active: true }),
  row('VOA', 'PUT /api/admin/quotations/{quotation0}', { status: 'contacted' }),
  row('A', 'PUT /api/admin/quotations/{quotation0}', { status: 'pending' }),
  followed('VOA', 'PUT /api/admin/profiles/{B.profile}/slug?new_slug=bruno-nuevo'),
  row('A', 'PUT /api/admin/profiles/{B.profile}/slug?new_slug={O.slug}'),
  followed('VOA', 'PUT /api/admin/profiles/{O.second}/status', { is_active: false }),
  row('A', 'PUT /api/admin/profiles/{O.second}/status', {}),
  followed('VOA', 'PUT /api/admin/requests/{request2}', { act: 'prolong', reason: 'Falta un dato.' }),
  row('A', 'PUT /api/admin/requests/{request2}', { act: 'nada' }),
  builds('/compare', { build: 'nada' }),
  builds('', { order: 'swap', build: 'nada' }),
  builds('', { order: 'cancel', build: 'nada' }),
  builds('', { order: 'nada' }),
  row('VOA', 'POST /api/admin/projections/codes/parked/retry', {}),
  row('VOA', 'POST /api/admin/projections/codes/parked/skip', { position: '1', reason: 'Prueba' }),
  row('A', 'POST /api/admin/projections/nada/parked/skip', {}),
  followed('VOA', 'DELETE /api/admin/profiles/{O.second}'),
  followed('A', 'DELETE /api/admin/profiles/{O.second}'),
  row('S', 'OPS codes issue --count 2'),
  row('S', 'OPS parked list'),
  row('S', 'OPS verify'),
  row('S', 'OPS admin grant b@correo.example'),
  row('S', 'OPS admin revoke b@correo.example'),
  followed('S', 'OPS erase pia@correo.example --yes'),
  row('S', 'OPS nada'),
]
