import { expect, test } from 'vitest'
import { touchedDevice, userAgentOf } from './user-agent.ts'

const APPLE = '(KHTML, like Gecko)'

test.each([
  [
    'iphone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 ${APPLE} Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'iphone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 ${APPLE} Mobile/15E148 Instagram 350.0.0.0 (iPhone15,2; iOS 18_1; es_CL)`,
  ],
  [
    'android',
    `Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 ${APPLE} Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'tablet',
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 ${APPLE} Version/17.5 Mobile/15E148 Safari/604.1`,
  ],
  [
    'desktop',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${APPLE} Chrome/130.0.0.0 Safari/537.36`,
  ],
  [
    'desktop',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 ${APPLE} Version/18.0 Safari/605.1.15`,
  ],
])('%s is the device of %s', (device, text) => {
  expect(userAgentOf(text)).toEqual({ isRobot: false, device })
})

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
test.each([
  ['large', 'tablet', `${MAC} ${APPLE} Version/18.0 Safari/605.1.15`],
  ['large', 'tablet', `${MAC} ${APPLE} CriOS/130.0.6723.90 Version/11.1.1 Safari/605.1.15`],
  ['large', 'tablet', `${MAC} ${APPLE} Version/18.0 FxiOS/132.0 Safari/605.1.15`],
  ['small', 'iphone', `${MAC} ${APPLE} Version/18.0 Safari/605.1.15`],
  ['large', 'tablet', `${LINUX} ${APPLE} Chrome/130.0.0.0 Safari/537.36`],
  ['large', 'tablet', `${LINUX} ${APPLE} SamsungBrowser/26.0 Chrome/122.0.0.0 Safari/537.36`],
  ['small', 'android', `${LINUX} ${APPLE} Chrome/130.0.0.0 Safari/537.36`],
  [undefined, 'desktop', `${MAC} ${APPLE} Version/18.0 Safari/605.1.15`],
  [undefined, 'desktop', `${LINUX} ${APPLE} Chrome/130.0.0.0 Safari/537.36`],
  ['large', 'android', `Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36`],
] as const)('a touched screen that is %s is a %s under %s', (touch, device, text) => {
  expect(touchedDevice(userAgentOf(text).device, text, touch)).toBe(device)
})

test('a request without a user agent is a robot, on no device', () => {
  expect([userAgentOf(''), userAgentOf('  ')]).toEqual(Array(2).fill({ isRobot: true, device: 'other' }))
})

test('a user agent is read the same again after many others', () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'
  const before = userAgentOf(phone)
  for (let n = 0; n < 6_000; n += 1) userAgentOf(`Otro/${n}`)
  expect(userAgentOf(phone)).toEqual(before)
})
