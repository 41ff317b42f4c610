import { identifyBody } from '@app/contracts/taps/calls.ts'
import { expect, test } from 'vitest'
import { createIdentify } from './identify.ts'
import { pageVisit as visit } from '../../../../testing/page-visit.ts'

const camila = { full_name: 'Camila Soto', phone: '+56 9 6612 4412', description: 'Expo Frío' }

test('saying the same again is the same event, saying something else is another', async () => {
  const sent: { address: string; body: { event_id?: string | undefined } }[] = []
  const identify = createIdentify(
    (address, body) => {
      sent.push({ address, body: identifyBody.parse(body) })
      return Promise.resolve({ status: 503 })
    },
    () => visit,
  )
  for (const identity of [camila, { ...camila }, { ...camila, phone: '+56 9 1111 1111' }])
    await identify(identity)
  const ids = sent.map(({ body }) => body.event_id)
  expect(ids[0]).toBe(ids[1])
  expect(ids[2]).not.toBe(ids[0])
  expect(sent[0]).toMatchObject({
    address: `/api/public/identify/${visit.profileId}`,
    body: { ...camila, visit_id: visit.visitId, visitor_id: visit.visitorId, source: 'nfc' },
  })
})
