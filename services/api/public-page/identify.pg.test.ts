import { describe, expect, test } from 'vitest'
import { recorded } from '@app/contracts/api/public-calls.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { FIRST_MOMENT } from '../../../tests/support/api/test-backend.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

const api = useTestApi()

const ANA = uuid(0xa1)
const BRUNO = uuid(0xb1)
const JUAN = { full_name: 'Juan Pérez', phone: '+56 9 8765 4321', description: 'Compra vides en Ñuble' }

const identify = (profileId: string, body: unknown, init?: CallInit) =>
  api.post(`/api/public/identify/${profileId}`, body, init)
const click = (profileId: string, visitor_id: string, more: object = {}) =>
  api.post(`/api/public/track/${profileId}`, { event_type: 'click_whatsapp', visitor_id, ...more })

describe('a visitor’s form', () => {
  test('is sealed in the log and in the read model, with the version of the consent', async () => {
    const { id } = await api.newProfile('sealed')
    const response = await identify(id, { ...JUAN, visitor_id: ANA, event_id: uuid(0x401) })
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

  test('is shown to the owner by name, with clicks and whether the contact was saved', async () => {
    const { id, slug } = await api.newProfile('shown')
    await identify(id, { ...JUAN, full_name: '  Juan Pérez ', visitor_id: ANA })
    await click(id, ANA)
    await click(id, ANA)
    await api.call(`/api/profile/${slug}/vcf?u=${ANA}`)
    await click(id, BRUNO, { visitor_name: 'Bruno' })
    await api.settle()
    const { visitors, visitors_total } = await api.figuresFor(api.owner.token, id)
    const named_at = FIRST_MOMENT
    expect(visitors).toEqual({
      'Juan Pérez': {
        phone: JUAN.phone,
        description: JUAN.description,
        clicks: 2,
        vcf_downloaded: true,
        named_at,
      },
      Bruno: { phone: '', description: '', clicks: 1, vcf_downloaded: false, named_at },
    })
    expect(visitors_total).toBe(2)
  })
})
