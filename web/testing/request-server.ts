import type { AdminRequest, AdminRequestDetail, AskedPerson } from '@app/contracts/privacy/requests.ts'
import { antonia } from './fixtures.ts'

const ID = '00000000-0000-4000-8000-0000000000'

export const requestOf = (n: number, changed: Partial<AdminRequest> = {}): AdminRequest => ({
  id: `${ID}${String(n).padStart(2, '0')}`,
  kind: 'access',
  channel: 'form',
  who: `Persona ${n}`,
  card: { id: antonia.id, name: 'Antonia Rivas Soto', slug: 'antonia-rivas' },
  status: 'open',
  needs_confirmation: true,
  is_prolonged: false,
  received_at: '2026-11-16T12:40:00.000Z',
  due_day: '2026-12-16',
  days_left: 6,
  answered_at: null,
  outcome: null,
  detail: null,
  ...changed,
})

export const camila: AskedPerson = {
  id: 'interaction-1',
  name: 'Camila Soto',
  phone: '966124410',
  description: 'Nos conocimos en Expo Frío',
  at: '2026-11-12T13:24:00.000Z',
}
export const carmen: AskedPerson = {
  ...camila,
  id: 'interaction-2',
  name: 'Carmen Soto',
  phone: '911112222',
}

const ASKED = { name: 'Camila Soto Fernández', phone: '+56 9 6612 4410', words: 'noviembre' }

export const requestDetailOf = (
  request: AdminRequest,
  changed: Partial<AdminRequestDetail> = {},
): AdminRequestDetail => ({
  ...request,
  email: 'camila.soto@logiaustral.cl',
  asked: ASKED,
  people: [camila],
  position: '19214',
  template: null,
  is_blocked: false,
  reason: null,
  ...changed,
})
