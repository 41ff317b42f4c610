import { describe, test } from 'vitest'
import { interaction, type RecordInteraction } from './interaction.ts'
import { given } from '../kernel/testing/specification.ts'

type Interacted = RecordInteraction['event']
type Click = Extract<Interacted, { type: 'LinkClicked' }>

const OTHER_PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000a2'
const OTHER_VISITOR = '0190b5a0-7c1e-7d3a-8f00-0000000000b2'
const HASHED_VISITOR = '0190b5a0-7c1e-8d3a-8f00-0000000000b3'
const common = {
  profileId: '0190b5a0-7c1e-7d3a-8f00-0000000000a1',
  visitorId: '0190b5a0-7c1e-7d3a-8f00-0000000000b1',
  userAgent: 'Mozilla/5.0 (iPhone)',
  request: 'get',
} as const
const clicked: Click = { type: 'LinkClicked', data: { ...common, network: 'whatsapp' } }
const downloaded: Interacted = { type: 'ContactDownloaded', data: { ...common, visitorName: 'Ana' } }
const identified: Interacted = {
  type: 'VisitorIdentified',
  data: { ...common, fullName: 'Ana Paz', phone: '+56912345678', description: 'Feria', consent: 'v1' },
}
const EVENTS: readonly Interacted[] = [clicked, downloaded, identified]
const record = (event: Interacted): RecordInteraction => ({
  type: 'RecordInteraction',
  profileActive: true,
  event,
})
const ofOther = (event: Interacted): Interacted =>
  ({ ...event, data: { ...event.data, profileId: OTHER_PROFILE } }) as Interacted

describe.each(EVENTS.map((event) => [event.type, event] as const))('%s', (_type, event) => {
  test('is recorded', () => given(interaction)().when(record(event)).then(event))

  test('sent twice is recorded once', () => given(interaction)(event).when(record(event)).thenNothing())

  test('under the id of another profile’s is refused', () =>
    given(interaction)(event)
      .when(record(ofOther(event)))
      .thenRefused('event-id-taken'))

  test.each(EVENTS.filter((other) => other.type !== event.type))(
    'under the id of a $type is refused',
    (other) => given(interaction)(other).when(record(event)).thenRefused('event-id-taken'),
  )

  test('under the id of another visitor’s is refused, but not where one of the two sent no id', () => {
    const of = (visitorId: string): Interacted =>
      ({ ...event, data: { ...event.data, visitorId } }) as Interacted
    given(interaction)(of(OTHER_VISITOR)).when(record(event)).thenRefused('event-id-taken')
    given(interaction)(of(HASHED_VISITOR)).when(record(event)).thenNothing()
    given(interaction)(event)
      .when(record(of(HASHED_VISITOR)))
      .thenNothing()
  })

  test('on an inactive profile is refused as if there were none', () =>
    given(interaction)()
      .when({ ...record(event), profileActive: false })
      .thenRefused('profile-not-found'))
})

test('a retry after the person was erased is still a retry', () =>
  given(interaction)({ type: 'VisitorIdentified', data: { ...common, consent: 'v1' } })
    .when(record(identified))
    .thenNothing())

test.each<readonly [string, object]>([
  ['visit', { visitId: '0190b5a0-7c1e-7d3a-8f00-0000000000c1' }],
  ['source', { source: 'qr' }],
  ['name', { visitorName: 'Ana' }],
])('a click of another %s under the same id is another click', (_what, more) => {
  const other: Click = { ...clicked, data: { ...clicked.data, ...more } }
  given(interaction)(other).when(record(other)).thenNothing()
  if (!('visitorName' in more)) given(interaction)(clicked).when(record(other)).thenRefused('event-id-taken')
  given(interaction)({ ...other, data: { ...other.data, visitorName: 'Eva' } })
    .when(record(other))
    .thenRefused('event-id-taken')
})

test('another name under the id of an identification is refused, not dropped', () => {
  const other = { ...identified, data: { ...identified.data, fullName: 'Eva Soto' } } as Interacted
  given(interaction)(identified).when(record(other)).thenRefused('event-id-taken')
})
