import { expect, test } from 'vitest'
import {
  DEVICES,
  EXCLUSIONS,
  NETWORKS,
  REFERRERS,
  SHARING_APPS,
  SOURCES,
} from '@app/contracts/traffic/traffic-kinds.ts'
import { counterCode, counterMeaning, heatCode, type Dimension } from './counter-codes.ts'

/** Codes in rows since version 3 of the projection. New lines may be added; existing ones never change. */
const STORED = `
  0 network email
  1 network whatsapp
  2 network linkedin
  3 network instagram
  4 network facebook
  5 network website
  6 network custom
  100 source nfc
  101 source qr
  102 source link
  200 referrer none
  201 referrer whatsapp
  202 referrer instagram
  203 referrer facebook
  204 referrer linkedin
  205 referrer search
  206 referrer mail
  207 referrer other
  300 device iphone
  301 device android
  302 device tablet
  303 device desktop
  304 device other
  400 excluded-tap robot
  401 excluded-tap preview
  402 excluded-tap own
  404 excluded-tap repeat
  405 excluded-tap excess
  500 excluded-click robot
  501 excluded-click preview
  502 excluded-click own
  504 excluded-click repeat
  505 excluded-click excess
  600 excluded-download robot
  601 excluded-download preview
  602 excluded-download own
  604 excluded-download repeat
  605 excluded-download excess
  700 shared whatsapp
  701 shared telegram
  702 shared linkedin
  703 shared x
  704 shared slack
  705 shared discord
  706 shared teams
  707 shared facebook
  708 shared pinterest
  709 shared other
  710 shared imessage
  711 shared signal`

const VALUES: Readonly<Record<Dimension, readonly string[]>> = {
  network: NETWORKS,
  source: SOURCES,
  referrer: REFERRERS,
  device: DEVICES,
  'excluded-tap': EXCLUSIONS,
  'excluded-click': EXCLUSIONS,
  'excluded-download': EXCLUSIONS,
  shared: SHARING_APPS,
}

test('each counted value has the code of stored rows', () => {
  const counted = Object.entries(VALUES).flatMap(([dimension, values]) =>
    values.map((value) => {
      const code = counterCode(dimension as Dimension, value)
      expect(counterMeaning(code)).toEqual([dimension, value])
      return { code, line: `${code} ${dimension} ${value}` }
    }),
  )
  const lines = counted.sort((a, b) => a.code - b.code).map(({ line }) => line)
  expect(lines).toEqual(STORED.trim().split(/\n\s*/))
})

test('the hours of the week are counted from 1000 on, Monday first', () => {
  expect([heatCode(0, 0), heatCode(0, 23), heatCode(1, 0), heatCode(6, 23)]).toEqual([
    1_000, 1_023, 1_024, 1_167,
  ])
})

test('a value without a code is refused, and not counted under another', () => {
  expect(() => counterCode('network', 'myspace')).toThrow('nothing counts network myspace')
})
