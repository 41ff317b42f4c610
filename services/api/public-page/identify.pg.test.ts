import { expect, test } from 'vitest'
import { recorded } from '@app/contracts/api/public-calls.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

const api = useTestApi()

const ANA = uuid(0xa1)
const JUAN = { full_name: 'Juan Pérez', phone: '+56 9 8765 4321', description: 'Compra vides en Ñuble' }

test('a visitor’s form is sealed in the log and in the read model, with the version of the consent', async () => {
  const { id } = await api.newProfile('sealed')
  const form = { ...JUAN, visitor_id: ANA, event_id: uuid(0x401) }
  const response = await api.post(`/api/public/identify/${id}`, form)
  expect(recorded.parse(await response.json()).event_id).toBe(uuid(0x401))
  await api.settle()
  const [event] = await api.events(id, 'VisitorIdentified')
  expect(event?.data).toMatchObject({
    fullName: JUAN.full_name,
    phone: JUAN.phone,
    description: JUAN.description,
    consent: IDENTIFY_CONSENT,
  })
  expect(event?.meta.keyRef).toBe(visitorSubject(id, ANA))
  const { rows } = await api.db.query<{ line: string }>(
    'select row_to_json(v)::text as line from read.identified_visitors v',
  )
  const stored = `${await api.logText()}\n${rows.map(({ line }) => line).join('\n')}`
  expect(stored).toContain(ANA)
  for (const text of ['Juan Pérez', 'Pérez', '8765 4321', '87654321', 'vides'])
    expect(stored).not.toContain(text)
})
