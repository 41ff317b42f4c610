import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { browserInsteadOfApp, intentOf } from './in-app-browser.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const K = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = 'Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36'

testTable([
  [`${IPHONE} Mobile/15E148 Instagram 385.0.0.26.83 (iPhone14,5; iOS 18_5; es_CL)`, 'Safari'],
  [`${ANDROID} ${CHROME} Instagram 384.0.0.46.83 Android`, 'Chrome'],
  [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8962`, 'Safari'],
  [`${IPHONE} GSA/317.0 Mobile/15E148 Safari/604.1`, 'Safari'],
  [`${ANDROID.replace('; wv', '')} ${CHROME} XWEB/1300 MicroMessenger/8.0.60`, 'Chrome'],
  [`${ANDROID} ${CHROME}`, 'Chrome'],
  [`${MAC} Mobile/15E148 Instagram 300.0.0`, 'Safari'],
  [`${IPHONE} Mobile/15E148`, 'Safari'],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, undefined],
  [`${IPHONE} CriOS/136.0.7103.91 Mobile/15E148 Safari/604.1`, undefined],
  [`${K} Chrome/136.0.0.0 Mobile Safari/537.36`, undefined],
  [`${K.replace('; K', '; wvPhone')} Chrome/136.0.0.0 Mobile Safari/537.36`, undefined],
  [
    `${K.replace('; K', '; es-cl; 2201117TL Build/TKQ1')} Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.21.0-gn`,
    undefined,
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:138.0) Gecko/138.0 Firefox/138.0', undefined],
  [`${MAC} Version/18.4 Safari/605.1.15`, undefined],
  ['', undefined],
])('the browser of an app is recognised, and a separate one is not', (userAgent, instead) => {
  expect(browserInsteadOfApp(userAgent)).toBe(instead)
})

test('Android opens an address in Chrome', () =>
  expect(intentOf('https://tarjeta.cl/pages/antonia')).toBe(
    'intent://tarjeta.cl/pages/antonia#Intent;scheme=https;package=com.android.chrome;end',
  ))
