import type { FieldChange, HistoryEntry, PastProfile } from '@app/contracts/audit.ts'
import { antonia, user } from './fixtures.ts'

export const changeOf = (field: string, label: string, before: string | null, after: string | null) =>
  ({ field, label, before, after, is_erased: false }) satisfies FieldChange

/** A change by the owner of the profile; each test gives what it is about. */
export const entryOf = (position: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  position: String(position),
  version: null,
  type: 'ProfileEdited',
  at: '2026-11-20T17:05:31.000Z',
  actor: { kind: 'owner', id: user.id, name: user.name },
  entity: { kind: 'profile', id: antonia.id, label: 'Antonia Rivas Soto', slug: antonia.slug },
  sentence: [{ as: 'text', text: `Cambio ${position}` }],
  changes: [],
  ...more,
})

const { visits: _visits, is_active: _active, user_name: _name, user_email: _email, ...page } = antonia
const { created_at: _created, ...publicPage } = page

/** Version 3 of 5. */
export const pastAntonia: PastProfile = {
  version: 3,
  at: '2026-10-03T20:52:00.000Z',
  is_newest: false,
  profile: { ...publicPage, position: 'Gerenta de Ventas' },
  restores: [
    changeOf('position', 'Cargo', 'Directora Comercial', 'Gerenta de Ventas'),
    changeOf('phone', 'Teléfono', '+56 9 5123 4567', null),
  ],
  keeps: [],
  newest_etag: '"4"',
}

export const todaysAntonia: PastProfile = {
  ...pastAntonia,
  version: 5,
  is_newest: true,
  restores: [],
}
