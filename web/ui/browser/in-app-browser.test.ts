import { describe, expect, test } from 'vitest'
import { browserInsteadOfApp, intentOf } from './in-app-browser.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = 'Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36'

describe('the browser of an app is recognised', () => {
  test.each([
    ['Instagram', `${IPHONE} Mobile/15E148 Instagram 385.0.0.26.83 (iPhone14,5; iOS 18_5; es_CL)`, 'Safari'],
    ['Instagram', `${ANDROID} ${CHROME} Instagram 384.0.0.46.83 Android`, 'Chrome'],
    ['Facebook', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.33.74;FBDV/iPhone15,2]`, 'Safari'],
    ['Facebook', `${ANDROID} ${CHROME} [FB_IAB/FB4A;FBAV/462.0.0.47.85;]`, 'Chrome'],
    ['LinkedIn', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8962`, 'Safari'],
    ['TikTok', `${ANDROID} ${CHROME} musical_ly_2023 BytedanceWebview/d8a21c6`, 'Chrome'],
    ['TikTok', `${IPHONE} Mobile/15E148 BytedanceWebview/d8a21c6`, 'Safari'],
    ['Line', `${IPHONE} Mobile/15E148 Safari Line/14.2.0`, 'Safari'],
    ['Snapchat', `${ANDROID} ${CHROME} Snapchat/12.60.0.43`, 'Chrome'],
    ['Google', `${IPHONE} GSA/317.0 Mobile/15E148 Safari/604.1`, 'Safari'],
    ['Threads', `${ANDROID} ${CHROME} Barcelona 382.0.0.51.85 Android (34/14; 450dpi; samsung)`, 'Chrome'],
    ['Threads', `${IPHONE} Safari/604.1 Barcelona 382.0.0.28.92 (iPhone14,5; iOS 18_5)`, 'Safari'],
    ['Facebook', `${ANDROID} ${CHROME} MetaIAB Facebook`, 'Chrome'],
    ['X', `${ANDROID} ${CHROME} TwitterAndroid`, 'Chrome'],
    ['Reddit', `${ANDROID} ${CHROME} Reddit/Version 2025.20.0/Build 2520540/Android 14`, 'Chrome'],
    ['Pinterest', `${ANDROID} ${CHROME} [Pinterest/Android]`, 'Chrome'],
    ['Telegram', `${ANDROID} ${CHROME} Telegram-Android/11.12.0 (Samsung SM-A546E; Android 14)`, 'Chrome'],
    ['WeChat', `${ANDROID.replace('; wv', '')} ${CHROME} XWEB/1300 MicroMessenger/8.0.60`, 'Chrome'],
    ['one without a name, on Android', `${ANDROID} ${CHROME}`, 'Chrome'],
    [
      'one on an older Android',
      `${ANDROID.replace('Linux; Android 14', 'Linux; U; Android 9; es-cl')} ${CHROME}`,
      'Chrome',
    ],
    ['Instagram on an iPad', `${MAC} Mobile/15E148 Instagram 300.0.0`, 'Safari'],
    ['one without a name, on iOS', `${IPHONE} Mobile/15E148`, 'Safari'],
  ] as const)('of %s: %s', (_app, userAgent, instead) => expect(browserInsteadOfApp(userAgent)).toBe(instead))
})

describe('a separate browser is not', () => {
  test.each([
    `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`,
    `${IPHONE} CriOS/136.0.7103.91 Mobile/15E148 Safari/604.1`,
    `${IPHONE} FxiOS/138.0 Mobile/15E148 Safari/605.1.15`,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 21) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile DuckDuckGo/5 Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 13; es-cl; 2201117TL Build/TKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.21.0-gn',
    'Mozilla/5.0 (Linux; Android 13; wvPhone) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Android 14; Mobile; rv:138.0) Gecko/138.0 Firefox/138.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36',
    '',
  ])('%s', (userAgent) => expect(browserInsteadOfApp(userAgent)).toBeUndefined())
})

test('Android opens an address in Chrome', () =>
  expect(intentOf('https://tarjeta.cl/pages/antonia')).toBe(
    'intent://tarjeta.cl/pages/antonia#Intent;scheme=https;package=com.android.chrome;end',
  ))
